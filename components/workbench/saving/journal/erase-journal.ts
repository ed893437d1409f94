import { storeNames, write } from './database'

/** Erases the journals of all drafts. Every page can sign out, so this loads nothing of the workbench. */
export const eraseJournal = () =>
  write(store => {
    for (const name of storeNames) store(name).clear()
  })
