// Asks DuckDB of @duckdb/node-api; see ../README.md for what goes in and out.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { cell } from './cells.mjs';

const require = createRequire(`${process.env.EVALSQL_CLIENTS}/`);
const { DuckDBInstance } = require('@duckdb/node-api');
const asked = JSON.parse(fs.readFileSync(0, 'utf8'));

async function answer(connection, statement) {
  try {
    const reader = await connection.runAndReadAll(statement);
    return { rows: reader.getRows().map((row) => row.map(cell)) };
  } catch (error) {
    return { error: String(error) };
  }
}

let answers;
try {
  const instance = await DuckDBInstance.create(asked.database ?? ':memory:', {
    ...(asked.database ? { access_mode: 'READ_ONLY' } : {}),
    ...(asked.unsigned ? { allow_unsigned_extensions: 'true' } : {}),
  });
  const connection = await instance.connect();
  for (const statement of asked.setup) await connection.run(statement);
  answers = [];
  for (const statement of asked.statements) answers.push(await answer(connection, statement));
} catch (error) {
  answers = asked.statements.map(() => ({ error: String(error) }));
}
fs.writeFileSync(1, JSON.stringify(answers));
