// The search box: a combobox with a list box of suggestions, as WAI-ARIA's authoring practices describe it.
const Suggestions = (() => {
  "use strict";

  const input = Dom.byId("query");
  const list = Dom.byId("suggestions");
  const clear = Dom.byId("clear");
  const HINTS = { identifier: "identifier", abstract: "in the abstract", similar: "similar name" };

  let results = [];
  let active = -1;
  let pick = null;

  function highlighted(text) {
    const sought = input.value.trim().toLowerCase();
    const lower = text.toLowerCase();
    const at = sought && lower.length === text.length ? lower.indexOf(sought) : -1;
    if (at < 0) return [text];
    const end = at + sought.length;
    return [text.slice(0, at), Dom.element("b", {}, text.slice(at, end)), text.slice(end)];
  }

  function about(node) {
    if (!Graph.isConcept(node)) return Graph.type(node).name;
    return `${Graph.type(node).name} · ${Prose.plural(Graph.support[node], "paper")}`;
  }

  function option({ node, text, kind }, position) {
    const alias = kind === "alias";
    const hint = alias ? Graph.label(node) : HINTS[kind];
    return Dom.element(
      "li",
      {
        role: "option",
        id: `suggestion-${position}`,
        "aria-selected": "false",
        onmousedown: (event) => event.preventDefault(),
        onclick: () => choose(position),
      },
      Dom.swatch(Graph.type(node)),
      Dom.element(
        "span",
        { class: "found" },
        Dom.element("bdi", { dir: "auto" }, ...highlighted(text)),
        hint ? Dom.element("span", { class: "hint" }, alias ? ["alias of ", Dom.name(hint)] : hint) : null,
      ),
      Dom.element("span", { class: "about" }, about(node)),
    );
  }

  function open() {
    const empty = input.value.trim() === "";
    results = empty ? Search.popular() : Search.find(input.value);
    active = -1;
    const items = results.map(option);
    if (!items.length && !empty)
      items.push(
        Dom.element("li", { class: "none", role: "option", "aria-disabled": "true" }, "Nothing found"),
      );
    list.replaceChildren(...items);
    list.hidden = !items.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    input.removeAttribute("aria-activedescendant");
    clear.hidden = empty;
  }

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function activate(position) {
    active = position;
    for (const [i, item] of [...list.querySelectorAll("[role=option]")].entries()) {
      item.setAttribute("aria-selected", String(i === active));
      if (i === active) item.scrollIntoView({ block: "nearest" });
    }
    if (active >= 0) input.setAttribute("aria-activedescendant", `suggestion-${active}`);
  }

  function choose(position) {
    const result = results[position];
    if (!result) return;
    input.value = "";
    clear.hidden = true;
    close();
    pick(result.node);
  }

  function move(step) {
    if (list.hidden) open();
    if (results.length)
      activate((active + step + results.length + (active < 0 && step < 0 ? 1 : 0)) % results.length);
  }

  const KEYS = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(Math.max(active, 0)),
    Escape: () => {
      if (list.hidden) input.value = "";
      close();
      clear.hidden = input.value === "";
    },
  };

  function onKey(event) {
    if (event.isComposing || !(event.key in KEYS)) return;
    event.preventDefault();
    event.stopPropagation();
    KEYS[event.key]();
  }

  // `onPick` gets the node that was chosen.
  function create(onPick) {
    pick = onPick;
    input.addEventListener("input", open);
    input.addEventListener("click", open);
    input.addEventListener("keydown", onKey);
    input.addEventListener("blur", close);
    clear.addEventListener("click", () => {
      input.value = "";
      clear.hidden = true;
      input.focus();
    });
  }

  return { create };
})();
