// Fills the query page of `evalsql report`, which query.js draws, from the tables of the database: the rankings of a
// query by two runs, and what each rank adds to a measure, by the SQL that the table measures has for it.
const DEPTH = 20;
const text = (value) => `'${String(value).replaceAll("'", "''")}'`;

// The rankings that end at each rank stand for runs; the measure's SQL reads these in the place of runs.
const cut = (query, run, sql) => `
  with
    runs as (
      select places.rank::varchar as run, ranked.query_id, ranked.doc_id, ranked.score
      from main.runs as ranked
      join (select rank from main.runs where query_id = ${query} and run = ${run} and rank <= ${DEPTH}) as places
        on ranked.rank <= places.rank
      where ranked.query_id = ${query} and ranked.run = ${run}
    ),

    qrels as (select * from main.qrels where query_id = ${query})

  select run::integer as rank, value from (${sql}) order by rank asc`;

export async function showQueries(ask) {
  const measures = await ask('select metric, direction, cutoff, sql from measures order by place asc');
  const runs = await ask('select run from leaderboard where metric = (select metric from measures where place = 1) order by place asc');
  const there = await ask("select count(*)::integer as found from information_schema.tables where table_name = 'queries'");
  const queries = await ask(`
    select query_id as id, ${there[0].found ? 'text' : 'null'} as text, judged::integer as judged, relevant::integer as relevant
    from query_summary ${there[0].found ? 'left join queries using (query_id)' : ''}
    semi join scores using (query_id)
    order by try_cast(query_id as bigint) asc nulls last, query_id asc`);
  const about = {
    depth: DEPTH,
    // what an empty ranking has is not in the database: for what is better when higher it is 0
    measures: measures.map((each) => ({ ...each, empty: each.direction === 'higher' ? 0 : null })),
    runs: runs.map((row) => row.run),
    baseline: null,
    queries,
  };

  async function side(query, run) {
    const documents = await ask(`
      select doc_id as id, score, relevance, gain from runs
      where query_id = ${query} and run = ${run} and rank <= ${DEPTH} order by rank asc`);
    const [{ retrieved }] = await ask(`
      select count(*)::integer as retrieved from runs where query_id = ${query} and run = ${run}`);
    const values = await ask(`select metric, value from scores where query_id = ${query} and run = ${run}`);
    const value = new Map(values.map((row) => [row.metric, row.value]));
    return { retrieved, documents, scores: about.measures.map((each) => value.get(each.metric) ?? null) };
  }

  async function added(query, run, measure) {
    if (measure.empty === null || !measure.sql) return null;
    const rows = await ask(cut(query, run, measure.sql));
    return rows.length ? rows.map((row, place) => row.value - (place ? rows[place - 1].value : measure.empty)) : null;
  }

  const found = new Map(); // what has been asked for
  const once = (kind, ...words) => {
    const key = JSON.stringify(words);
    if (!found.has(key)) found.set(key, kind());
    return found.get(key);
  };
  drawQueries(document.getElementById('query-page'), about, async (at, pair, chosen) => {
    const query = queries[at].id;
    const sides = [];
    for (const run of pair.map((place) => about.runs[place])) {
      const shown = await once(() => side(text(query), text(run)), query, run);
      const adds = await once(() => added(text(query), text(run), about.measures[chosen]), query, run, chosen);
      sides.push({ ...shown, adds: about.measures.map((_, place) => (place === chosen ? adds : null)) });
    }
    return sides;
  });
}
