import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { canRun, findProgram } from '../process/find-program.mjs'
import { run, runPackage } from '../process/run.mjs'
import { Stop } from '../root.mjs'

const mac = name => `/Applications/${name}.app/Contents/MacOS/${name}`
/**
 * Full browsers first: operators use them, and they do more than the headless shell (they request /favicon.ico, for
 * example). The shell uses about a fifth less of the machine; set CHROMIUM to use it.
 */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  mac('Google Chrome'),
  mac('Chromium'),
  mac('Microsoft Edge'),
  'microsoft-edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  'chromium-headless-shell',
  'chrome-headless-shell',
]

/** The browser of this machine: the one that CHROMIUM names, else an installed one; undefined when there is none. */
export const findBrowser = () => process.env.CHROMIUM || findProgram(names) || playwrightsOwn()

/** A browser for the journeys, installed when the machine has none. Resolves to its path. */
export async function provideBrowser() {
  if (process.env.CHROMIUM && !canRun(process.env.CHROMIUM))
    throw new Stop(`CHROMIUM is "${process.env.CHROMIUM}", which cannot be run.`)
  const found = findBrowser()
  if (found) return found

  console.log('No Chromium or Chrome on this machine: installing one …')
  // Playwright's browser needs system libraries, which only root can install.
  const libraries = isDebianRoot() ? ['--with-deps'] : []
  const code = await runPackage('playwright/cli.js', ['install', ...libraries, 'chromium'])
  if (code !== 0 && isDebianRoot()) await installDebians()
  const installed = findBrowser()
  if (!installed)
    throw new Stop(
      'The journeys need a browser. Install Chromium or Chrome, or name one: CHROMIUM=/path npm test',
    )
  return installed
}

function playwrightsOwn() {
  try {
    const path = createRequire(import.meta.url)('playwright').chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    // Playwright itself is not installed yet, or knows no browser for this system.
    return undefined
  }
}

const isDebianRoot = () => process.getuid?.() === 0 && Boolean(findProgram(['apt-get']))

async function installDebians() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-yq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { env })
}
