// Read an RDF file as N3.js does, and print its statements, a JSON array of four texts a line.
// usage: node triples.cjs "text/turtle"|"application/n-triples"|"application/trig" FILE
"use strict";

const fs = require("node:fs");
const { Parser } = require("n3");

const [format, file] = process.argv.slice(2);

// As N-Triples writes a term, but with the text as it is.
function spelled(term) {
  if (term.termType !== "Literal") return term.value;
  return `${JSON.stringify(term.value)}@${term.language}^^${term.datatype.value}`;
}

for (const quad of new Parser({ format }).parse(fs.readFileSync(file, "utf8"))) {
  process.stdout.write(`${JSON.stringify([quad.subject, quad.predicate, quad.object, quad.graph].map(spelled))}\n`);
}
