/* playground.js - The page around tl-layout: it runs the program on what stands in
 * the fields and shows what it prints. */
"use strict";

/* ---- The program -------------------------------------------------------------
 *
 * serveProgram is the source of a worker: it is sent the program, a module of
 * WebAssembly, and then the words of one command line after the other, and answers
 * each with {status, output, errors}.  Every run is a new instance in memory that
 * is zero again; of the system the program sees two streams to write to. */

function serveProgram() {
  const PAGES = 128; // --initial-memory of tools/playground/CMakeLists.txt
  const BAD_DESCRIPTOR = 8, NOT_THERE = 52;
  const encoder = new TextEncoder();
  let program, memory;

  class Exit {
    constructor(status) { this.status = status; }
  }

  /* Zero; a new one where a run has needed much. */
  function clearMemory() {
    if (memory && memory.buffer.byteLength <= 4 * PAGES * 65536)
      new Uint8Array(memory.buffer).fill(0);
    else
      memory = new WebAssembly.Memory({initial: PAGES});
  }

  /* The functions of WASI, snapshot preview1; pointers are into the memory. */
  function makeSystem(words, streams) {
    const view = () => new DataView(memory.buffer);
    const setNumbers = (...pairs) => {
      for (const [at, number] of pairs)
        view().setUint32(at, number, true);
      return 0;
    };
    const texts = words.map(word => encoder.encode(word + "\0"));
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const known = {
      args_sizes_get: (count, bytes) =>
        setNumbers([count, texts.length], [bytes, length]),
      args_get(pointers, bytes) {
        texts.forEach((text, i) => {
          setNumbers([pointers + 4 * i, bytes]);
          new Uint8Array(memory.buffer).set(text, bytes);
          bytes += text.length;
        });
        return 0;
      },
      environ_sizes_get: (count, bytes) => setNumbers([count, 0], [bytes, 0]),
      environ_get: () => 0,
      fd_write(stream, vectors, count, written) {
        if (!streams[stream])
          return BAD_DESCRIPTOR;
        let sum = 0;
        for (let at = vectors; at < vectors + 8 * count; at += 8) {
          const size = view().getUint32(at + 4, true);
          const start = view().getUint32(at, true);
          streams[stream].push(memory.buffer.slice(start, start + size));
          sum += size;
        }
        return setNumbers([written, sum]);
      },
      fd_read: (stream, vectors, count, read) => setNumbers([read, 0]),
      fd_prestat_get: () => BAD_DESCRIPTOR,
      proc_exit(status) { throw new Exit(status); },
    };
    return new Proxy(known, {get: (of, name) => of[name] ?? (() => NOT_THERE)});
  }

  function run(words) {
    const streams = {1: [], 2: []};
    const text = async stream => new Blob(streams[stream]).text();
    let status = 0, failure = "";
    clearMemory();
    try {
      const instance = new WebAssembly.Instance(program, {
        env: {memory},
        wasi_snapshot_preview1: makeSystem(["tl-layout", ...words], streams),
      });
      instance.exports._start();
    } catch (thrown) {
      status = thrown instanceof Exit ? thrown.status : 1;
      if (!(thrown instanceof Exit))
        failure = `tl-layout: ended by the browser: ${thrown.message}\n`;
    }
    return Promise.all([text(1), text(2)])
        .then(([output, errors]) =>
                  ({status, output, errors: errors + failure}));
  }

  onmessage = async ({data}) => {
    if (data.program)
      program = data.program;
    else
      postMessage(await run(data.words));
  };
}

const compiled = WebAssembly.compile(
    Uint8Array.from(atob(document.getElementById("program").textContent),
                    byte => byte.charCodeAt(0)));
const workerSource = URL.createObjectURL(
    new Blob([`(${serveProgram})()`], {type: "text/javascript"}));
let worker, answer;

/* Runs one command; one that still runs is given up, and answered with null. */
async function runProgram(words) {
  const program = await compiled;
  if (answer) {
    worker.terminate();
    worker = null;
    answer(null);
  }
  if (!worker) {
    worker = new Worker(workerSource);
    worker.postMessage({program});
    worker.onmessage = ({data}) => {
      const resolve = answer;
      answer = null;
      resolve(data);
    };
  }
  return new Promise(resolve => {
    answer = resolve;
    worker.postMessage({words});
  });
}

/* ---- Command lines -----------------------------------------------------------
 *
 * What runs stands in the page, as `data-run="show --svg --type={type} {layout}"`.
 * {name} is the value of a field, a word for each of its lines where it is
 * `data-words`; a word whose field is empty, or is a box that is not checked, is
 * left out. */

function valuesOf(field) {
  if (field.type === "checkbox")
    return field.checked ? [field.value] : [];
  const lines = "words" in field.dataset ? field.value.split("\n")
                                         : [field.value];
  return lines.map(line => line.trim()).filter(line => line);
}

function wordsOf(run, form) {
  return run.split(" ").flatMap(word => {
    const [whole, before, name] = /^([^{]*)\{(\w+)\}$/.exec(word) ?? [];
    return whole ? valuesOf(form.elements[name]).map(value => before + value)
                 : [word];
  });
}

/* As a shell reads it. */
function quote(word) {
  return /^[\w.,:=\/@%+-]+$/.test(word) ? word
                                        : `'${word.replaceAll("'", "'\\''")}'`;
}

/* ---- What is shown ----------------------------------------------------------- */

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const BROAD = 640;

/* Its styles and ids are its own.  Where there is little room it keeps half its
 * size, and scrolls. */
function pictureOf(svg) {
  const host = element("div", {className: "picture"});
  const root = host.attachShadow({mode: "open"});
  root.innerHTML = svg;
  const {style, width} = root.firstElementChild;
  style.maxWidth = `max(100%, ${width.baseVal.value / 2}px)`;
  host.classList.toggle("broad", width.baseVal.value > BROAD);
  return host;
}

function savingOf(svg, name) {
  const href = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
  return element("a", {className: "save", href, download: `${name}.svg`},
                 "Save as SVG");
}

/* The message alone, where a place is for a few words. */
const briefOf = errors => errors.replace(/^tl-layout: /, "").split("\n")[0];

/* Command line, output and errors in the place that they are for. */
function showResult(place, words, {status, output, errors}) {
  const isPicture = output.startsWith("<svg");
  const isBrief = place.classList.contains("brief");
  for (const link of place.querySelectorAll("a.save"))
    URL.revokeObjectURL(link.href);
  place.replaceChildren();
  if (isPicture)
    place.append(pictureOf(output), savingOf(output, words[0]));
  else if (output)
    place.append(element("pre", {className: "output"}, output));
  if (errors)
    place.append(element("pre", {className: "errors"},
                         isBrief ? briefOf(errors) : errors));
  place.append(element("code", {className: "command"},
                       ["tl-layout", ...words.map(quote)].join(" ")));
  place.dataset.status = status;
}

/* ---- Views -------------------------------------------------------------------
 *
 * A view is a form.  A place of class "gate" belongs to the field before it: while
 * the value of that field is wrong, what depends on it is left as it was. */

const views = [...document.forms];
const shown = () => views.find(view => !view.hidden);
let generation = 0;

const isOpen = place => !place.closest("details:not([open])");

function markField(gate, isWrong) {
  const field = gate.closest(".field").querySelector("textarea, input");
  field.setAttribute("aria-invalid", isWrong);
}

async function refresh() {
  const mine = ++generation, view = shown(), main = view.parentElement;
  let isWrong = false;
  main.setAttribute("aria-busy", true);
  for (const place of view.querySelectorAll("[data-run]")) {
    const isGate = place.classList.contains("gate");
    if (!isOpen(place) || (isWrong && !isGate))
      continue;
    const words = wordsOf(place.dataset.run, view);
    const result = await runProgram(words);
    if (mine !== generation || !result)
      return;
    showResult(place, words, result);
    if (!isGate)
      continue;
    const isRefused = result.status === 1 || result.status === 2;
    markField(place, isRefused);
    isWrong ||= isRefused;
  }
  view.classList.toggle("stale", isWrong);
  main.setAttribute("aria-busy", false);
  writeAddress();
}

/* ---- The address of the page: `#copy&registers=...&type=f16` ------------------- */

const fieldsOf = view => [...view.elements].filter(field => field.name);

function isAsLoaded(field) {
  if (field.type === "checkbox")
    return field.checked === field.defaultChecked;
  if (field.options)
    return field.selectedOptions[0].defaultSelected;
  return field.value === field.defaultValue;
}

function addressOf(view) {
  const parts = fieldsOf(view).filter(field => !isAsLoaded(field))
                    .map(field => `${field.name}=${encodeURIComponent(
                             field.type === "checkbox" ? +field.checked
                                                       : field.value)}`);
  return "#" + [view.name, ...parts].join("&");
}

let addressTimer;
function writeAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    if (location.hash !== addressOf(shown()))
      history.replaceState(null, "", addressOf(shown()));
  }, 300);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/* The address of a view alone leaves its fields as they are. */
function readAddress() {
  const [name, ...parts] = location.hash.slice(1).split("&");
  const view = views.find(one => one.name === name) ?? views[0];
  if (parts.length)
    view.reset();
  for (const part of parts) {
    const [key, value] = [part.replace(/=.*/s, ""),
                          decode(part.replace(/^[^=]*=/s, ""))];
    const field = fieldsOf(view).find(one => one.name === key);
    if (field?.type === "checkbox")
      field.checked = value === "1";
    else if (field)
      field.value = value;
  }
  for (const one of views)
    one.hidden = one !== view;
  for (const link of document.querySelectorAll("nav a"))
    link.toggleAttribute("aria-current", link.hash === `#${view.name}`);
  refresh();
}

async function copyAddress({currentTarget}) {
  const before = currentTarget.textContent;
  const address = location.href.replace(/#.*/, "") + addressOf(shown());
  const isCopied = await navigator.clipboard?.writeText(address)
                       .then(() => true, () => false);
  if (!isCopied)
    location.hash = addressOf(shown());
  currentTarget.textContent = isCopied ? "Copied" : "It is in the address bar";
  setTimeout(() => { currentTarget.textContent = before; }, 2000);
}

for (const view of views) {
  view.addEventListener("input", refresh);
  view.addEventListener("submit", event => event.preventDefault());
}
for (const details of document.querySelectorAll("form details"))
  details.addEventListener("toggle", refresh);
document.getElementById("share").addEventListener("click", copyAddress);
addEventListener("hashchange", readAddress);
readAddress();
