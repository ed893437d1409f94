/**
 * Serves what was built elsewhere, for containers and services: it installs and builds nothing and writes nothing
 * beside DATA_DIR. Like `npm start` it restarts the server after an unexpected end, and takes --after-restore.
 */
import { claimPort } from './lib/process/port.mjs'
import { serveBuild, setServerVariables } from './lib/process/serve.mjs'
import { runMain } from './lib/root.mjs'

runMain(async () => {
  const host = process.env.HOST || '127.0.0.1'
  const port = await claimPort(host, process.env.PORT || '3000')
  setServerVariables(host, port, 'production')
  return serveBuild(host, port)
})
