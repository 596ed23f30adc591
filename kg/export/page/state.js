// What the person has chosen. Everything on the page is drawn from this and from the graph.
const State = (() => {
  "use strict";

  const years = [...new Set(Graph.nodes.iri.slice(0, Graph.paperCount).map((_, node) => Graph.year(node)))]
    .filter((year) => year !== null)
    .sort((one, two) => one - two);
  const span = years.length ? [years[0], years.at(-1)] : null;

  const unfiltered = () => ({
    types: new Set(Graph.types.map((type) => type.name)),
    relations: new Set(Graph.relations),
    years: span,
    support: 1,
    topic: null,
  });
  const initial = () => ({ asList: false, byTopic: Topics.any, ...unfiltered() });

  const state = { selected: null, unfolded: new Set(), ...initial() };
  const listeners = [];

  // Takes `changes` over and tells the listeners which keys they touch.
  function set(changes) {
    Object.assign(state, changes);
    for (const listener of listeners) listener(new Set(Object.keys(changes)));
  }

  const reset = () => set({ ...unfiltered(), unfolded: new Set() });
  const onChange = (listener) => listeners.push(listener);

  const allYears = () => span === null || (state.years[0] === span[0] && state.years[1] === span[1]);
  const allRelations = () => state.relations.size === Graph.relations.length;
  const allTypes = () => state.types.size === Graph.types.length;

  return { state, set, reset, initial, onChange, allYears, allRelations, allTypes, years };
})();
