import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exitCodes, Failure } from './arguments.mjs'
import { Refusal, Server } from './server.mjs'
import { t } from './words.mjs'

/** The largest file that the desk receives, as in lib/files/book/limits.ts. */
export const MAX_FILE_MEGABYTES = 100

const POLL_MS = 700
/** States in which a run continues. */
const ACTIVE = new Set(['preparing', 'running'])
/** States in which a run waits for a person. */
const HALTED = new Set(['paused', 'stopped'])

/** @param {ReturnType<import('./arguments.mjs').readArguments>} args @returns {Promise<number>} the exit code */
export async function runCommand(args) {
  const server = new Server(args)
  switch (args.command) {
    case 'check':
      return report(args, await checked(server, args))
    case 'register':
      return register(server, args)
    case 'ids':
      return printIds(server, args)
    default:
      return printStatus(server, args)
  }
}

/**
 * Delivers the file, waits for its draft and its check.
 * @returns the file, and the draft unless a person is needed first
 */
async function checked(server, { subject, connection, sheet, new: isNew }) {
  const bytes = readFile(subject)
  const query = new URLSearchParams({ name: sendableName(subject) })
  if (connection) query.set('connection', connection)
  if (sheet) query.set('sheet', sheet)
  if (isNew) query.set('new', 'true')
  const delivered = await server.deliver(query, bytes)
  let file = delivered
  while (file.state === 'importing') {
    progress(t('importing', { name: file.name }))
    await setTimeout(POLL_MS)
    file = await server.get(`/desk-api/v1/files/${file.id}`)
  }
  if (file.state === 'needs_person') return { file }
  const { id } = file.draft
  // What was checked when it arrived may have been edited since, or is checked on another connection.
  const isCheckedNow = !delivered.isKnown && file.run?.kind === 'check'
  const isRunning = file.run !== null && ACTIVE.has(file.run.state)
  const input = connection ? { connection } : {}
  const run =
    isCheckedNow || isRunning
      ? file.run
      : await server.post(`/desk-api/v1/drafts/${id}/check`, input, randomUUID())
  const check = run && (await finished(server, id, run))
  return { file, run: check, draft: await readDraft(server, id, connection) }
}

/** Waits for a run of a draft. @returns the run as it ended, or stopped */
async function finished(server, draftId, begun) {
  for (let run = begun; ; run = await server.get(`/desk-api/v1/drafts/${draftId}/runs/${begun.id}`)) {
    if (!ACTIVE.has(run.state)) return run
    const { kind, done, total } = run
    progress(t(kind === 'check' ? 'checking' : 'registering', { done, total }))
    await setTimeout(POLL_MS)
  }
}

async function register(server, args) {
  const { connection, confirm } = args
  const before = await checked(server, args)
  if (!before.draft) return report(args, before)
  const { id } = before.draft
  let begun
  try {
    begun = await server.post(`/desk-api/v1/drafts/${id}/register`, { connection, confirm }, randomUUID())
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error
    return report(args, { ...before, refusal: error })
  }
  let run = await finished(server, id, begun)
  let draft = await readDraft(server, id, connection)
  // Another command may register the same orders: its run is the result of both. A run that had ended before says
  // nothing of this one.
  const isOfOther = other =>
    other?.kind === 'register' &&
    other.id !== run.id &&
    (ACTIVE.has(other.state) || other.id !== before.draft.run?.id)
  while (isOfOther(draft.run)) {
    run = await finished(server, id, draft.run)
    draft = await readDraft(server, id, connection)
  }
  return report(args, { ...before, run, draft }, 'register')
}

/** Prints what the sheet shows. @returns the exit code */
function report({ subject, json: isJson }, { file, run, draft, refusal }, kind = 'check') {
  endProgress()
  const found = draft ? codeOf(draft, run, kind) : exitCodes.person
  const code = refusal !== undefined && found === exitCodes.passed ? exitCodes.person : found
  if (isJson) {
    const error = refusal === undefined ? {} : { error: refusal.message }
    console.log(JSON.stringify({ exitCode: code, ...error, ...(draft ? { ...draft, run } : { file }) }))
    return code
  }
  if (!draft) {
    console.error(`${subject}: ${file.reason.message}\n${file.draft.url}`)
    return code
  }
  for (const { row, columnName, column, message } of draft.errors) {
    const place = row === null ? subject : t('place', { file: subject, row })
    console.log(`${place}, ${columnName ?? column ?? t('order')}: ${message}`)
  }
  // A server of an earlier version does not count what waits.
  const { orders, waitingElsewhere = [] } = draft
  const { waiting = 0 } = orders
  console.log(t('counts', { ...orders, waiting }))
  if (waiting > 0) console.error(t('waitingToSend', { count: waiting }))
  if (!refusal?.isOfCount)
    for (const { connection, orders: count } of waitingElsewhere)
      console.error(t('waitingElsewhere', { count, connection }))
  for (const state of ['unchecked', 'elsewhere', 'rejectedBefore', 'unconfirmed'])
    if (orders[state] > 0) console.error(t(state, { count: orders[state] }))
  if (run?.problem) console.error(run.problem)
  if (refusal !== undefined) console.error(refusal.message)
  if (code !== exitCodes.passed) console.error(draft.url)
  return code
}

function codeOf({ orders, waitingElsewhere = [] }, run, kind) {
  if (orders.unconfirmed > 0) return exitCodes.person
  if (orders.failing > 0) return exitCodes.errors
  if (orders.waiting > 0 || waitingElsewhere.length > 0) return exitCodes.person
  const isOver = !run || run.state === 'finished'
  const isOpen = orders.unchecked + orders.elsewhere + orders.rejectedBefore > 0
  const isUnsent = kind === 'register' && orders.ready + orders.underWay > 0
  return isOver && !isOpen && !isUnsent ? exitCodes.passed : exitCodes.person
}

async function printStatus(server, { subject, json: isJson }) {
  const files = subject === undefined ? await listFiles(server) : [await findFile(server, subject)]
  const exitCode = files.some(needsPerson) ? exitCodes.person : exitCodes.passed
  if (isJson) console.log(JSON.stringify({ exitCode, files }))
  else for (const file of files) console.log(statusLine(file))
  return exitCode
}

/** Whether a file has no draft without a person, or its run or orders wait for one. */
const needsPerson = ({ state, run, waiting = 0, unconfirmed = 0 }) =>
  state === 'needs_person' || waiting > 0 || unconfirmed > 0 || HALTED.has(run?.state)

function statusLine({ name, state, reason, run, counts, waiting: left = 0, unconfirmed: sent = 0, draft }) {
  const orders = counts ? t('orders', { count: counts.orders }) : ''
  const waiting = left > 0 ? t('waiting', { count: left }) : ''
  const unconfirmed = sent > 0 ? t('unconfirmedOrders', { count: sent }) : ''
  const how = state === 'needs_person' ? reason.message : run ? runText(run) : t(`fileStates.${state}`)
  return [name, orders, waiting, unconfirmed, how, draft.url].filter(Boolean).join('\t')
}

const runText = ({ kind, state }) => t('run', { kind: t(`runKinds.${kind}`), state: t(`runStates.${state}`) })

async function printIds(server, { subject, connection, json: isJson }) {
  const { draft } = await findFile(server, subject)
  const query = new URLSearchParams({ ...(connection && { connection }), ...(!isJson && { format: 'csv' }) })
  const path = `/desk-api/v1/drafts/${draft.id}/ids?${query}`
  const exitCode = exitCodes.passed
  if (isJson) console.log(JSON.stringify({ exitCode, ...(await server.get(path)) }))
  else process.stdout.write(await server.getText(path))
  return exitCode
}

/** The newest file with the contents of a path, or of a draft. */
async function findFile(server, subject) {
  const sha256 = existsSync(subject)
    ? createHash('sha256').update(readFile(subject)).digest('hex')
    : undefined
  const files = await listFiles(server, sha256)
  const found =
    sha256 === undefined
      ? (files.find(({ id, draft }) => [id, draft.id].includes(subject)) ?? (await fileOf(server, subject)))
      : files[0]
  if (!found) throw new Failure(t('unknownFile', { file: subject }), exitCodes.usage)
  return found
}

/** The file of a draft that is not among the newest; undefined if there is no such draft. */
async function fileOf(server, draftId) {
  try {
    return (await server.get(`/desk-api/v1/drafts/${encodeURIComponent(draftId)}`)).file
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

const listFiles = async (server, sha256) =>
  (await server.get(`/desk-api/v1/files${sha256 ? `?sha256=${sha256}` : ''}`)).files

const readDraft = (server, id, connection) =>
  server.get(`/desk-api/v1/drafts/${id}?${new URLSearchParams(connection ? { connection } : {})}`)

function readFile(path) {
  try {
    if (statSync(path).size <= MAX_FILE_MEGABYTES * 1024 * 1024) return readFileSync(path)
  } catch (error) {
    throw new Failure(t('noFile', { file: path, reason: error.code ?? error.message }), exitCodes.usage)
  }
  throw new Failure(t('tooLarge', { file: path, most: MAX_FILE_MEGABYTES }), exitCodes.usage)
}

const MAX_NAME_LENGTH = 200

/** The name of a file as the desk takes it: what it refuses is replaced, and the ending stays. */
const sendableName = path =>
  basename(path)
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\]/gu, '_')
    .slice(-MAX_NAME_LENGTH)
    .toWellFormed()

let shown = ''

/** Shows the progress of the work, only on a terminal. */
function progress(line) {
  if (!process.stderr.isTTY || line === shown) return
  process.stderr.write(`\r\u001b[K${line}`)
  shown = line
}

function endProgress() {
  if (shown !== '') process.stderr.write('\r\u001b[K')
  shown = ''
}
