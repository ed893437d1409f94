/** Exits with 0 if the server of this machine can work, else with 1: for a HEALTHCHECK, whose image has no curl. */
import { addressOf, isResponding } from './lib/process/serve.mjs'

const address = addressOf(process.env.HOST || '127.0.0.1', process.env.PORT || '3000')
process.exit((await isResponding(address)) ? 0 : 1)
