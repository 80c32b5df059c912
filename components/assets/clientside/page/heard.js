// What Dash's components hear of. Dash tells each of them of every step of every callback, hundreds of times while a page
// opens, and each looks for itself on the whole page, although no component shows the steps. They are told of all else at
// once; what is only on its way to a callback or back ("loading") is told in one go, when the script that runs has ended.

const STEPS = "callbacks";
const ON_ITS_WAY = "loading";

function quiet(store) {
  const subscribe = store.subscribe;
  store.subscribe = (listener) => {
    let heard = store.getState();
    let isListening = true;
    let waits = false;
    const tell = () => {
      waits = false;
      const now = store.getState();
      if (!isListening || now === heard) return;
      heard = now;
      listener();
    };
    const end = subscribe(() => {
      const now = store.getState();
      const other = Object.keys(now).filter((name) => name !== STEPS && now[name] !== heard[name]);
      if (other.some((name) => name !== ON_ITS_WAY)) tell();
      else if (other.length && !waits) {
        waits = true;
        queueMicrotask(tell);
      }
    });
    return () => {
      isListening = false;
      end();
    };
  };
}

export function start() {
  // Where Dash leaves its store when it has made it: after it has begun to listen itself, and before any component does.
  const stores = (window.dash_stores = window.dash_stores || []);
  stores.push = (...made) => {
    made.forEach(quiet);
    return Array.prototype.push.apply(stores, made);
  };
}
