import 'server-only'
import { database } from '@/lib/store/db/database'
import { programVersion, type Version } from '@/lib/version'

/** What runs on this server. */
export interface About extends Version {
  /** The database and its version. */
  readonly engine: string
  readonly runtime: string
}

export const readAbout = async (): Promise<About> => ({
  ...programVersion(),
  engine: await (await database()).engine(),
  runtime: `Node ${process.versions.node}`,
})
