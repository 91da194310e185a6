// Runs a query by Evidence's connector of DuckDB: the folder of npm, the database and the query are the arguments.
import { createRequire } from 'node:module';

const [folder, filename, query] = process.argv.slice(2);
const { getRunner } = createRequire(`${folder}/`)('@evidence-dev/duckdb');
const run = await getRunner({ filename }, process.cwd());
const result = await run(query, 'recipe.sql', 100);
const rows = [];
for await (const batch of result.rows()) rows.push(...batch);
process.stdout.write(`${JSON.stringify(rows)}\n`, () => process.exit(0));
