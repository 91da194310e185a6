// Opens the page in Chromium, types a rank, takes a picture, and prints the tables it saw, before and after, as JSON.
import { createRequire } from 'node:module';

const [folder, address, picture, k] = process.argv.slice(2);
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
const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
const troubles = [];
page.on('pageerror', (error) => troubles.push(String(error)));
page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));

async function read() {
  await page.waitForSelector('body[data-done]', { timeout: 60000 });
  return page.evaluate(() => ({
    head: [...document.querySelectorAll('thead th')].map((cell) => cell.textContent),
    rows: [...document.querySelectorAll('tbody tr')].map((row) =>
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

try {
  await page.goto(address);
  const seen = { version: browser.version(), first: await read(), refused: await type('0'), typed: await type(k) };
  await page.screenshot({ path: picture });
  process.stdout.write(JSON.stringify({ ...seen, troubles }));
} catch (error) {
  process.stderr.write(`${error}\n${troubles.join('\n')}\n`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
