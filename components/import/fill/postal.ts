import type { PostalLookup, PostalPlace } from '@/lib/import/lines/fill/postal'

/** Looks up postal codes, of seven digits each, in a worker. A worker that fails finds none. */
export function lookUpPostalPlaces(codes: ReadonlySet<string>): Promise<PostalLookup> {
  if (codes.size === 0) return Promise.resolve(() => undefined)
  const worker = new Worker(new URL('./postal-worker.ts', import.meta.url), { type: 'module' })
  return new Promise(resolve => {
    const end = (places: readonly (readonly [string, PostalPlace])[]) => {
      worker.terminate()
      const known = new Map(places)
      resolve(digits => known.get(digits))
    }
    worker.onmessage = ({ data }) => end(data)
    worker.onerror = event => {
      event.preventDefault()
      end([])
    }
    worker.postMessage([...codes])
  })
}
