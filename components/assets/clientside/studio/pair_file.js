// A file of how much each job differs under two policies: asked for until a worker has written it, then kept.

const LATER = 400; // ms between two looks whether it is there

async function askFor(asked) {
  const answer = await fetch("/_studio/whole", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  return answer.json();
}

async function keep(button) {
  const { first, second, point, metric, form } = button.dataset;
  const { tree } = window.dash_component_api.getLayout("studio-study").props.data;
  const asked = { tree: tree, policy: second, against: first, metric: metric, point: Number(point), form: form };
  const words = button.textContent;
  button.disabled = true;
  button.textContent = "Writing …";
  let found = { later: true };
  while (!found.id && found.later && button.isConnected) {
    found = await askFor(asked).catch(() => ({ errors: ["The server did not answer; press again."] }));
    if (!found.id && found.later) await new Promise((go) => window.setTimeout(go, LATER));
  }
  button.disabled = false;
  button.textContent = found.errors && !found.id ? found.errors.join(" ") : words;
  if (!found.id) return;
  const name = `${second}-less-${first}.${form}`.replace(/[^\w. -]/g, "-");
  const link = document.createElement("a");
  Object.assign(link, { href: `/_studio/whole/${found.id}/file?as=${encodeURIComponent(name)}`, download: name });
  link.click();
}

export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".pair-file");
    if (button) keep(button);
  });
}
