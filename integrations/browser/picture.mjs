// Opens the page in Chromium, types a rank, chooses queries and runs, takes a picture, and prints what it saw as JSON.
import { createRequire } from 'node:module';

const [folder, address, picture, k, chosen] = process.argv.slice(2);
const { chromium } = createRequire(`${folder}/`)('playwright-core');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
const troubles = [];
page.on('pageerror', (error) => troubles.push(String(error)));
page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));

async function read() {
  await page.waitForSelector('body[data-done]', { timeout: 60000 });
  return page.evaluate(() => ({
    head: [...document.querySelectorAll('#board thead th')].map((cell) => cell.textContent),
    rows: [...document.querySelectorAll('#board tbody tr')].map((row) =>
      [...row.cells].map((cell) => (cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value))),
    ),
    said: document.getElementById('said').textContent,
    about: document.getElementById('about').textContent,
  }));
}

async function type(text) {
  await page.fill('#k', text);
  await page.press('#k', 'Enter');
  return read();
}

// the query page: what is chosen, its scores, and the first ranking with what each rank adds
async function choose(chosen) {
  const before = await page.getAttribute('#query-page', 'data-shown');
  await page.evaluate((hash) => (location.hash = hash), `#${new URLSearchParams(chosen)}`);
  await page.waitForFunction((was) => (document.getElementById('query-page').dataset.shown ?? null) !== was, before);
  const said = await page.textContent('#query-page [role=status]');
  if (!(await page.$('#query-page h3'))) throw new Error(`the query page says ${said}`);
  return page.evaluate(() => {
    const texts = (rows) => [...document.querySelectorAll(rows)].map((row) => [...row.cells].map((cell) => cell.innerText));
    return {
      query: document.querySelector('#query-page h3 bdi').textContent,
      runs: [...document.querySelectorAll('#query-page h4 bdi')].map((each) => each.textContent),
      scores: texts('#query-page .scores tbody tr'),
      ranking: texts('#query-page table[data-side=A] tbody tr'),
      status: document.querySelector('#query-page [role=status]').textContent,
    };
  });
}

try {
  await page.goto(address);
  const seen = { version: browser.version(), first: await read(), refused: await type('0'), typed: await type(k) };
  seen.queries = [];
  for (const each of JSON.parse(chosen)) seen.queries.push(await choose(each));
  await page.screenshot({ path: picture, fullPage: true });
  process.stdout.write(JSON.stringify({ ...seen, troubles }));
} catch (error) {
  process.stderr.write(`${error}\n${troubles.join('\n')}\n`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
