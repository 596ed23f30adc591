// The address says what is selected (#method/behavioral-cloning), the state follows it, the page is drawn
// from the state.
(() => {
  "use strict";

  const { byId, element } = Dom;
  const announce = (text) => (byId("announcement").textContent = text);
  let byKeyboard = false;
  let followed = null;

  function go(node) {
    const before = location.hash;
    location.hash = node === null ? "" : Graph.key(node);
    if (location.hash === before) followAddress();
  }

  // An address without settings, as those of links in the page, keeps the settings that are on.
  function followAddress() {
    followed = location.hash;
    const { key, node, changes } = Address.read(location.hash.slice(1));
    const unfolded = node === null ? State.state.unfolded : View.unfold(State.state.unfolded, node);
    State.set({ ...changes, selected: node, unfolded });
    document.title = node === null ? Graph.title : `${Graph.label(node)} – ${Graph.title}`;
    if (key && node === null) Panel.unknown(key);
  }

  // Puts the settings into the address, a moment after the last change: browsers slow down pages that change it often.
  // An address that is not followed yet is a choice just made: following it comes here again.
  let later = null;
  function keepAddress() {
    clearTimeout(later);
    later = setTimeout(() => {
      if (location.hash !== followed) return;
      const { key, node } = Address.read(location.hash.slice(1));
      const unknown = key && node === null;
      if (!unknown) history.replaceState(history.state, "", `#${Address.write()}`);
      followed = location.hash;
    }, 200);
  }

  function showNotice(view) {
    const hidden = Graph.size - view.pass.size;
    const folded = [...view.pass].filter((node) => !view.nodes.has(node)).length;
    const drawn = State.state.asList ? view.pass.size : view.nodes.size;
    const parts = [];
    if (hidden || folded)
      parts.push(`Showing ${drawn.toLocaleString("en")} of ${Graph.size.toLocaleString("en")}`);
    if (hidden) parts.push(`${hidden.toLocaleString("en")} hidden by filters`);
    const isFolded = folded && !State.state.asList;
    if (isFolded) parts.push(`${folded.toLocaleString("en")} with less support folded`);
    const how = isFolded ? [element("span", { class: "how" }, ": search or select to unfold them")] : [];
    byId("notice").replaceChildren(parts.join(" · "), ...how);
    const unfolded = [...State.state.unfolded].some((node) => view.pass.has(node));
    byId("fold").hidden = State.state.asList || !folded || !unfolded;
  }

  function showNothing(view) {
    const empty = Graph.size === 0;
    const none = view.nodes.size === 0;
    byId("nothing").hidden = !none;
    byId("nothing").replaceChildren(
      element("h2", {}, empty ? "This graph is empty" : "No paper or concept passes the filters"),
      empty
        ? element(
            "p",
            {},
            "No paper was read into it. Build it from a file of abstracts: ",
            element("code", {}, "kg build abstracts.txt --out out"),
          )
        : element("p", {}, element("button", { type: "button", onclick: State.reset }, "Reset filters")),
    );
  }

  // A selection leaves the list as it is, with its place and focus.
  const listed = (keys) => [...keys].some((key) => key !== "selected" && key !== "unfolded");

  function drawAll(keys) {
    const view = View.current();
    const { asList } = State.state;
    byId("map").hidden = asList;
    byId("zoom").hidden = asList;
    byId("list").hidden = !asList;
    if (asList && listed(keys)) List.show(view);
    if (!asList) Drawing.show(view);
    showNotice(view);
    showNothing(view);
  }

  // What had the focus may go with the panel that it stands in.
  function showPanel(selected) {
    const within = byId("panel").contains(document.activeElement);
    Panel.show(selected);
    if (within && byKeyboard) byId("panel").querySelector("h2")?.focus();
  }

  function onChange(keys) {
    const { selected } = State.state;
    if (keys.has("selected") || (keys.has("topic") && selected === null)) showPanel(selected);
    document.body.classList.toggle("chosen", selected !== null);
    drawAll(keys);
    keepAddress();
    if (keys.has("topic") && selected === null) fit();
    if (keys.has("asList") && selected !== null) Drawing.approach(selected, covered());
    if (keys.has("selected") && selected !== null) {
      Drawing.approach(selected, covered());
      if (byKeyboard) byId("panel").querySelector("h2").focus({ preventScroll: true });
      announce(`${Graph.type(selected).name} ${Graph.label(selected)}: details shown`);
    }
    if (keys.has("asList")) {
      byId("as-list").setAttribute("aria-pressed", String(State.state.asList));
      byId("as-map").setAttribute("aria-pressed", String(!State.state.asList));
    }
  }

  // Pixels at the right of a wide map that the open filters lie over.
  function covered() {
    const [map, filters] = [byId("map"), byId("filters")].map((part) => part.getBoundingClientRect());
    return byId("filters").open && map.width > 2 * filters.width ? map.right - filters.left : 0;
  }

  function listen() {
    window.addEventListener("hashchange", followAddress);
    document.addEventListener("keydown", () => (byKeyboard = true), true);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && State.state.selected !== null) go(null);
    });
    document.addEventListener("pointerdown", () => (byKeyboard = false), true);
    byId("filters").addEventListener("toggle", Drawing.redraw);
    byId("fold").addEventListener("click", () => State.set({ unfolded: new Set() }));
    byId("as-map").addEventListener("click", () => State.set({ asList: false }));
    byId("as-list").addEventListener("click", () => State.set({ asList: true }));
    byId("zoom-in").addEventListener("click", () => Drawing.zoom(1.5));
    byId("zoom-out").addEventListener("click", () => Drawing.zoom(1 / 1.5));
    byId("zoom-fit").addEventListener("click", fit);
  }

  const fit = () => Drawing.fit({ covered: covered() });

  Drawing.create(byId("map"), [...document.querySelectorAll(".tools, .filters, .zoom, .notice")], go);
  Suggestions.create(go);
  Filters.create();
  Download.create();
  Keys.create({ pick: go, fit, announce });
  State.onChange(onChange);
  listen();
  if (window.matchMedia("(max-width: 760px)").matches) byId("filters").open = false;
  Drawing.show(View.current());
  Drawing.fit({ covered: covered(), moving: false });
  followAddress();
  Search.warm();
})();
