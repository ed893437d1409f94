import { parseArgs } from 'node:util'
import { wrongOption } from '../lib/options.mjs'
import { t, wrongOptionText } from './words.mjs'

/** Exit codes, for scripts (docs/automation.md). */
export const exitCodes = {
  passed: 0,
  errors: 1,
  /** The command was called in a wrong way. */
  usage: 2,
  /**
   * A person is needed: for a mapping, for unconfirmed orders, for a run that stopped, or because the count differs.
   */
  person: 3,
  /** The server cannot be reached, or refuses the key. */
  server: 4,
  interrupted: 130,
}

/** Why a command cannot continue. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   * @param {boolean} [showsUsage] whether the usage is printed, too
   */
  constructor(message, exitCode = exitCodes.server, showsUsage = false) {
    super(message)
    this.exitCode = exitCode
    this.showsUsage = showsUsage
  }
}

const usage = message => new Failure(message, exitCodes.usage, true)

const options = {
  connection: { type: 'string' },
  confirm: { type: 'string' },
  sheet: { type: 'string' },
  new: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
}

/** Which commands need a file, or may have one. */
const subjects = { check: 'file', register: 'file', status: 'optional', ids: 'file' }

/** What an Authorization header can have: visible ASCII characters. */
const KEY = /^[\x21-\x7e]+$/

/** Whether the output is JSON, also where the rest of the command line is wrong. @param {readonly string[]} args */
export const wantsJson = args => args.includes('--json')

/**
 * Reads the command line and the variables.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function readArguments(args, environment) {
  const { command, subject, values } = parse(args)
  const key = environment.LADING_KEY?.trim()
  if (!key) throw usage(t('noKey'))
  // A header that cannot be sent would be quoted, with the key, in the message of its error.
  if (!KEY.test(key)) throw usage(t('invalidKey'))
  const server = environment.LADING_URL?.trim() || 'http://127.0.0.1:3000'
  if (!isWebAddress(server)) throw usage(t('invalidUrl', { value: server }))
  const confirm = readCount(command, values)
  return { command, subject, ...values, confirm, key, server: new URL(server).origin }
}

/** `localhost:3000` is a URL, too: its scheme is "localhost". */
const isWebAddress = text => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

function parse(args) {
  let parsed
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw usage(wrongOptionText(wrongOption(error)))
  }
  const [command = '', subject, ...rest] = parsed.positionals
  if (!Object.hasOwn(subjects, command)) throw usage(t('noCommand'))
  if (rest.length > 0 || (subject === undefined && subjects[command] === 'file')) throw usage(t('oneFile'))
  return { command, subject, values: parsed.values }
}

function readCount(command, { confirm, connection }) {
  if (command !== 'register') return undefined
  if (!connection) throw usage(t('noConnection'))
  const count = /^[1-9]\d*$/.test(confirm ?? '') ? Number(confirm) : undefined
  if (!Number.isSafeInteger(count)) throw usage(t('noConfirm'))
  return count
}
