// Ask a SPARQL endpoint as Comunica does, and print the rows, or the triples, as sorted JSON.
// usage: node sparql.cjs ENDPOINT bindings|boolean|quads QUERY
"use strict";

const { QueryEngine } = require("@comunica/query-sparql");

const [endpoint, form, query] = process.argv.slice(2);
const context = { sources: [{ type: "sparql", value: endpoint }] };

async function ask(engine) {
  if (form === "boolean") return engine.queryBoolean(query, context);
  if (form === "quads") {
    const quads = await (await engine.queryQuads(query, context)).toArray();
    return quads.map((quad) => [quad.subject, quad.predicate, quad.object].map((term) => term.value));
  }
  const rows = await (await engine.queryBindings(query, context)).toArray();
  return rows.map((row) => Object.fromEntries([...row].map(([name, term]) => [name.value, term.value])));
}

ask(new QueryEngine()).then(
  (answer) => process.stdout.write(JSON.stringify(answer)),
  (error) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
