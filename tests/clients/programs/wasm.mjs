// Asks DuckDB-WASM, blocking, in Node; see ../README.md for what goes in and out.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cell } from './cells.mjs';

const require = createRequire(`${process.env.EVALSQL_CLIENTS}/`);
const main = require.resolve('@duckdb/duckdb-wasm/blocking');
const duckdb = require(main);
const dist = path.dirname(main);
const asked = JSON.parse(fs.readFileSync(0, 'utf8'));

function answer(connection, statement) {
  try {
    const table = connection.query(statement);
    const names = table.schema.fields.map((field) => field.name);
    return { rows: table.toArray().map((row) => names.map((name) => cell(row[name]))) };
  } catch (error) {
    return { error: String(error) };
  }
}

const bundles = Object.fromEntries(
  ['mvp', 'eh'].map((kind) => [
    kind,
    { mainModule: `${dist}/duckdb-${kind}.wasm`, mainWorker: `${dist}/duckdb-node-${kind}.worker.cjs` },
  ]),
);
const db = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
await db.instantiate(() => {});
// it sees the files that it is given, and no others
for (const file of asked.files) db.registerFileBuffer(file, new Uint8Array(fs.readFileSync(file)));
if (asked.database) db.open({ path: asked.database, accessMode: duckdb.DuckDBAccessMode.READ_ONLY });
const connection = db.connect();
// what it lacks it would load from the network, and wait
connection.query('set autoinstall_known_extensions = false');
connection.query('set autoload_known_extensions = false');
for (const statement of asked.setup) connection.query(statement);
fs.writeFileSync(1, JSON.stringify(asked.statements.map((statement) => answer(connection, statement))));
process.exit(0);
