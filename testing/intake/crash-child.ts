import 'server-only'
import { receiveFile } from '@/lib/desk/intake/arrival'
import { env } from '@/lib/env'
import { openDatabase } from '@/lib/store/db/database'
import { arrivalOf, fileOf, testIntake } from './harness'

// A process of crash tests: receives a file, makes its draft, and dies at the failpoint FAILPOINT.
// Arguments: JSON of the database's place, the file of the bundled thread, the text of the file.

const [place = '{}', thread = '', text = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(place))
const failpoint = (at: string) => {
  if (env().failpoint === at) process.kill(process.pid, 'SIGKILL')
}
await receiveFile(arrivalOf(database, { failpoint }), fileOf(text))
const { worker } = testIntake(database, thread, { failpoint })
await worker.idle()
await database.close()
