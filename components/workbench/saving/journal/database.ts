/** The stores of the journal; `journal.ts` describes them. */
export type StoreName = 'drafts' | 'log' | 'parts' | 'unsent'

const NAME = 'lading-journal'
/** A journal of another version is erased: its steps may have another shape. */
const VERSION = 1
export const storeNames: readonly StoreName[] = ['drafts', 'log', 'parts', 'unsent']

let opening: Promise<IDBDatabase | undefined> | undefined

/** The browser's own database; undefined where it grants none, as some do in private windows. */
function database(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise(resolve => {
    try {
      const request = indexedDB.open(NAME, VERSION)
      request.onupgradeneeded = () => {
        for (const store of [...request.result.objectStoreNames]) request.result.deleteObjectStore(store)
        for (const store of storeNames) request.result.createObjectStore(store)
      }
      request.onsuccess = () => {
        const db = request.result
        const close = () => {
          db.close()
          opening = undefined
        }
        db.onversionchange = close
        db.onclose = close
        resolve(db)
      }
      request.onerror = () => resolve(undefined)
      request.onblocked = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
  return opening
}

/** Every key that begins with `prefix`, up to `last` if that is given. */
export const within = (prefix: readonly IDBValidKey[], last?: IDBValidKey): IDBKeyRange =>
  IDBKeyRange.bound([...prefix], [...prefix, last ?? []])

/** The values of a range of keys, in their order. Empty where the browser has no database. */
export function readAll<T>(store: StoreName, range?: IDBKeyRange): Promise<T[]> {
  return read(store, stored => stored.getAll(range))
}

/** The keys themselves. */
export function readKeys<K>(store: StoreName, range?: IDBKeyRange): Promise<K[]> {
  return read(store, stored => stored.getAllKeys(range))
}

async function read<T, R>(store: StoreName, ask: (store: IDBObjectStore) => IDBRequest<R>): Promise<T[]> {
  const db = await database()
  if (!db) return []
  return new Promise(resolve => {
    try {
      const request = ask(db.transaction(store).objectStore(store))
      request.onsuccess = () => {
        // The journal reads what it wrote; a database of another version was emptied.
        const found: unknown = request.result
        resolve(found as T[])
      }
      request.onerror = () => resolve([])
    } catch {
      resolve([])
    }
  })
}

/** The result of a write: `full` when the browser grants no more space. */
export type WriteResult = 'written' | 'full' | 'failed'

/** Writes into all stores in one transaction. */
export async function write(act: (store: (name: StoreName) => IDBObjectStore) => void): Promise<WriteResult> {
  const db = await database()
  if (!db) return 'failed'
  return new Promise(resolve => {
    try {
      const transaction = db.transaction(storeNames, 'readwrite')
      transaction.oncomplete = () => resolve('written')
      transaction.onabort = () =>
        resolve(transaction.error?.name === 'QuotaExceededError' ? 'full' : 'failed')
      act(name => transaction.objectStore(name))
      // Otherwise the end of the page could come before the browser ends the transaction by itself.
      transaction.commit()
    } catch {
      resolve('failed')
    }
  })
}
