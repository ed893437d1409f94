import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { findFreeName } from '@/lib/store/drafts/draft-list'

const MAX_NAME_LENGTH = 90

/** The name of a draft that begins with a file: the name of the file, with a number if other drafts have it. */
export const draftNameFor = (db: Db, file: string): Promise<string> => findFreeName(db, bareName(file))

const bareName = (file: string): string => {
  const bare = file.replace(/(?!^)\.[A-Za-z0-9]{1,5}$/, '').normalize('NFC')
  return (
    [...bare].slice(0, MAX_NAME_LENGTH).join('').slice(0, MAX_NAME_LENGTH).toWellFormed().trim() ||
    file.slice(0, MAX_NAME_LENGTH)
  )
}
