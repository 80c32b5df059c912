"""What the browser does before any script has come, written into the page: the right colors, and the first question.

Both stand in the content policy by their hashes, so nothing else can be slipped in.
"""

import base64
from hashlib import sha256

from components.visits.stores import SCHEME, SKETCH_WIDTH

SCHEME_FIRST = (
    "(function(){var s;try{s=JSON.parse(localStorage.getItem('" + SCHEME + "'))}catch(e){}"
    "s=s||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light');"
    "document.documentElement.setAttribute('data-scheme',s);"
    "try{if(localStorage.getItem('corral-welcomed')||localStorage.getItem('corral-sketch'))"
    "document.documentElement.setAttribute('data-welcomed','yes');"
    "var w=parseInt(localStorage.getItem('" + SKETCH_WIDTH + "'));"
    "if(w)document.documentElement.style.setProperty('--sketch-width','clamp(320px,'+w+'px,65vw)')"
    "}catch(e){}"
    "document.documentElement.setAttribute('data-mantine-color-scheme',s)})()"
)
"""Light or dark, whether somebody was here before, how wide the sketch was; later `shell.js` says the scheme to all."""

ASKED_FIRST = (
    "(function(){"
    "var b=JSON.stringify({output:'.._pages_content.children..._pages_store.data..',"
    "outputs:[{id:'_pages_content',property:'children'},{id:'_pages_store',property:'data'}],"
    "inputs:[{id:'_pages_location',property:'pathname',value:location.pathname},"
    "{id:'_pages_location',property:'search',value:location.search}],"
    "changedPropIds:['_pages_location.pathname','_pages_location.search'],"
    "parsedChangedPropsIds:['_pages_location.pathname','_pages_location.search']});"
    "var plain=window.fetch,found=plain('/_dash-update-component',{method:'POST',credentials:'same-origin',"
    "headers:{'Accept':'application/json','Content-Type':'application/json'},body:b});"
    "found.catch(function(){});"
    "function answer(u,o){if(!o||o.body!==b)return plain.apply(window,arguments);"
    "if(window.fetch===answer)window.fetch=plain;"
    "return found.then(function(r){return r.ok?r:plain(u,o)},function(){return plain(u,o)})}"
    "window.fetch=answer})()"
)
"""What stands on the page, which Dash asks word for word like this when all of it has been read, a second later."""


def hash_of(script: str) -> str:
    """A *script* in the page, as the content policy names it."""
    return "'sha256-" + base64.b64encode(sha256(script.encode()).digest()).decode() + "'"
