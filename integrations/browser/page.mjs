// Opens eval.duckdb in the browser and shows the view leaderboard, with nDCG at any rank in the last column.
import * as duckdb from '@duckdb/duckdb-wasm';
import { showQueries } from './queries.mjs';

const dist = new URL('/node_modules/@duckdb/duckdb-wasm/dist/', location.href);
const bundle = await duckdb.selectBundle({
  mvp: { mainModule: `${dist}duckdb-mvp.wasm`, mainWorker: `${dist}duckdb-browser-mvp.worker.js` },
  eh: { mainModule: `${dist}duckdb-eh.wasm`, mainWorker: `${dist}duckdb-browser-eh.worker.js` },
});
const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker(bundle.mainWorker));
await db.instantiate(bundle.mainModule);
const file = await (await fetch('eval.duckdb')).arrayBuffer();
await db.registerFileBuffer('eval.duckdb', new Uint8Array(file));
await db.open({ path: 'eval.duckdb', accessMode: duckdb.DuckDBAccessMode.READ_ONLY });
const connection = await db.connect();
const ask = async (sql) => (await connection.query(sql)).toArray().map((row) => row.toJSON());
const element = (id) => document.getElementById(id);

function show(head, body, values) {
  const cell = (kind, text, best) => {
    const made = document.createElement(kind);
    made.textContent = text;
    if (best) made.className = 'best';
    return made;
  };
  const row = (cells) => {
    const made = document.createElement('tr');
    made.append(...cells);
    return made;
  };
  const best = values.map((column) => Math.max(...column));
  document.querySelector('#board thead').replaceChildren(row(head.map((name) => cell('th', name))));
  document.querySelector('#board tbody').replaceChildren(
    ...body.map((run, at) =>
      row([
        cell('td', run),
        ...values.map((column, c) => {
          const made = cell('td', column[at].toFixed(4), column[at] === best[c]);
          made.dataset.value = column[at];
          return made;
        }),
      ]),
    ),
  );
}

async function draw() {
  const k = element('k').value.trim();
  let asked;
  try {
    if (!/^-?[0-9]+$/.test(k)) throw new Error('the rank must be a whole number');
    asked = await ask(`select run, metric, avg(value order by query_id asc) as value from ndcg(k := ${k}) group by all`);
    element('said').textContent = '';
  } catch (error) {
    element('said').textContent = error.message;
    return;
  }
  const board = await ask('select metric, run, place, value, queries from leaderboard order by metric asc, place asc');
  const metrics = [...new Set(board.map((row) => row.metric))];
  const value = new Map(board.map((row) => [`${row.metric} ${row.run}`, row.value]));
  const typed = new Map(asked.map((row) => [row.run, row.value]));
  const runs = [...typed.keys()].sort((one, two) => typed.get(two) - typed.get(one));
  show(
    ['run', ...metrics, `${asked[0].metric}, now`],
    runs,
    [...metrics.map((metric) => runs.map((run) => value.get(`${metric} ${run}`))), runs.map((run) => typed.get(run))],
  );
  const version = (await ask('select version() as version'))[0].version;
  element('about').textContent =
    `${runs.length} runs, means over ${board[0].queries} queries. Computed here, in the browser, by DuckDB-WASM ${version}.`;
}

element('k').addEventListener('change', async () => {
  delete document.body.dataset.done;
  await draw();
  document.body.dataset.done = 'yes';
});
await draw();
await showQueries(ask);
document.body.dataset.done = 'yes';
