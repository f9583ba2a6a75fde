"use strict";
// Makes the pages quicker: forms are sent in the background and the part that changes is put
// in place. Without this script every form works as it is.

const body = document.body;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function announce() {
  const live = document.getElementById("live");
  if (!live) return;
  const error = document.querySelector("#table .error");
  const recent = all("#recent li, p#recent").map((line) => line.textContent);
  const status = document.getElementById("status").textContent;
  live.textContent = error ? error.textContent : [...recent.slice(-6), status].join(". ");
}

function focusFirst(table) {
  const wanted = table.querySelector(".choices.moves button:not([aria-disabled])[value=draw]")
    || table.querySelector(".hand button:not([aria-disabled])")
    || table.querySelector(".choices button:not([aria-disabled])")
    || table.querySelector("[data-steps] button")
    || table.querySelector(".controls .button");
  if (wanted) wanted.focus({ preventScroll: true });
}

// One stop of the tab key for each group; arrow keys go on inside it.
function rove(root) {
  for (const group of all("[data-arrows]", root)) {
    const buttons = all("button", group);
    const stop = buttons.find((button) => !button.hasAttribute("aria-disabled")) || buttons[0];
    buttons.forEach((button) => { button.tabIndex = button === stop ? 0 : -1; });
  }
}

function showTable(html) {
  const table = document.getElementById("table");
  const open = all("details", table).map((details) => details.open);
  const log = table.querySelector(".log");
  const top = log ? log.scrollTop : 0;
  table.innerHTML = html;
  rove(table);
  all("details", table).forEach((details, i) => {
    if (open[i] && !details.classList.contains("sure")) details.open = true;
  });
  const lines = table.querySelector(".log");
  if (lines) lines.scrollTop = table.querySelector("[data-ply]") ? top : lines.scrollHeight;
  announce();
  return table;
}

async function ask(address, options) {
  body.classList.add("busy");
  const live = document.getElementById("live");
  const late = setTimeout(() => { if (live) live.textContent = body.dataset.waiting; }, 700);
  try {
    const answer = await fetch(address, {
      ...options, credentials: "same-origin", headers: { "X-Fragment": "1", ...options.headers },
    });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    const told = document.createElement("p");
    told.className = "error";
    told.textContent = body.dataset.noAnswer;
    return { ok: false, status: 0, text: told.outerHTML };
  } finally {
    clearTimeout(late);
    body.classList.remove("busy");
  }
}

const post = (form, button) => ask(form.action, {
  method: "POST",
  body: new URLSearchParams([
    ...new FormData(form), ...(button && button.name ? [[button.name, button.value]] : []),
  ]),
});

let asking = false;

async function sendForm(form, button) {
  if (asking) return false;
  asking = true;
  const had = form.contains(document.activeElement);
  try {
    const answer = await post(form, button);
    const isTable = answer.text.trimStart().startsWith('<div class="stage"');
    if (isTable) {
      const table = showTable(answer.text);
      if (had || document.activeElement === body) focusFirst(table);
      const analysis = document.getElementById("analysis");
      if (analysis) analysis.replaceChildren();
    } else {
      all("#table > .error").forEach((old) => old.remove());
      document.getElementById("table").insertAdjacentHTML("afterbegin", answer.text);
      announce();
    }
    return answer.ok;
  } finally {
    asking = false;
  }
}

async function analyse(form) {
  const analysis = document.getElementById("analysis");
  analysis.textContent = body.dataset.waiting;
  const answer = await post(form);
  analysis.innerHTML = answer.text;
}

async function upload(form) {
  const file = document.getElementById("record-file").files[0];
  const answer = await ask(form.action, file
    ? { method: "POST", body: file, headers: { "Content-Type": "application/x-ndjson" } }
    : { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (answer.ok) location.assign(answer.text.trim());
  else document.getElementById("upload-error").innerHTML = answer.text;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (form.matches("[data-fetch], [data-analysis], [data-upload], [data-slider]")) event.preventDefault();
  if (button && button.getAttribute("aria-disabled") === "true") return;
  if (form.matches("[data-fetch]")) sendForm(form, button);
  else if (form.matches("[data-analysis]")) analyse(form);
  else if (form.matches("[data-upload]")) upload(form);
});

// A reason, the number of its rule leading to the rule.
function tell(why, reason) {
  const [, before, number, after] = reason.match(/^(.*\()([A-Z][\w.-]*\d\w*)(\).*)$/) || ["", reason];
  why.textContent = before;
  if (!number) return;
  const link = document.createElement("a");
  link.href = `${document.querySelector("h1 a").href}#${number}`;
  link.textContent = number;
  why.append(link, after);
}

// Why a card may not be played: on the way to it, and when it is chosen all the same.
function tellWhy(event) {
  const button = event.target.closest ? event.target.closest("button[name=move]") : null;
  const why = document.querySelector(".why");
  if (!button || !why) return;
  tell(why, button.dataset.why || "");
  if (event.type === "click" && button.dataset.why) event.preventDefault();
}
for (const kind of ["click", "focusin", "mouseover"]) document.addEventListener(kind, tellWhy);

// Arrow keys go from card to card.
document.addEventListener("keydown", (event) => {
  const group = event.target.closest && event.target.closest("[data-arrows]");
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = all("button", group);
  const at = buttons.indexOf(event.target);
  const columns = group.classList.contains("bids") ? 5 : 1;
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  let to = at;
  if (event.key in steps) to = at + steps[event.key];
  else if (event.key === "Home") to = 0;
  else if (event.key === "End") to = buttons.length - 1;
  else return;
  event.preventDefault();
  const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
  buttons.forEach((button) => { button.tabIndex = button === next ? 0 : -1; });
  next.focus();
});

// A watched game that runs by itself.
const run = document.getElementById("run");
let running = false;

async function runOn() {
  while (running) {
    const form = document.querySelector("[data-steps]");
    if (!form || !(await sendForm(form, form.querySelector("button")))) break;
    await new Promise((done) => setTimeout(done, 1000 * document.getElementById("speed").value));
  }
  running = false;
  if (run) run.textContent = run.dataset.run;
}

if (run) {
  run.addEventListener("click", () => {
    running = !running;
    run.textContent = running ? run.dataset.pause : run.dataset.run;
    if (running) runOn();
  });
}

// The slider of a replay.
const slider = document.querySelector("[data-slider]");
let wanted = null;

async function goTo(ply) {
  const range = document.getElementById("slider");
  wanted = Math.max(Number(range.min), Math.min(Number(range.max), ply));
  range.value = wanted;
  document.getElementById("ply").textContent = wanted;
  if (asking) return;
  asking = true;
  try {
    while (wanted !== null) {
      const to = wanted;
      wanted = null;
      const answer = await ask(`${slider.action}?ply=${to}`, { method: "GET" });
      if (!answer.ok) break;
      showTable(answer.text);
      const asked = document.querySelector("[data-analysis] [name=ply]");
      if (asked) asked.value = to;
      document.getElementById("analysis").replaceChildren();
      history.replaceState(null, "", `?ply=${to}`);
    }
  } finally {
    asking = false;
  }
}

if (slider) {
  const range = document.getElementById("slider");
  range.addEventListener("input", () => goTo(Number(range.value)));
  slider.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (!button) return;
    const now = Number(range.value);
    goTo({ first: 0, previous: now - 1, next: now + 1, last: Number(range.max) }[button.dataset.go]);
  });
  all("[data-without-script]", slider).forEach((button) => button.remove());
}

const file = document.getElementById("record-file");
if (file) file.addEventListener("change", () => {
  document.getElementById("record-name").textContent = file.files.length ? file.files[0].name : "";
});
rove(document);
all("[data-needs-script]").forEach((element) => { element.hidden = false; });
all("[data-time]").forEach((time) => {
  const when = new Date(Number(time.dataset.time) * 1000);
  time.dateTime = when.toISOString();
  time.textContent = when.toLocaleString(document.documentElement.lang);
});
const log = document.querySelector(".log");
if (log) log.scrollTop = log.scrollHeight;
