import type { PostalLookup, PostalPlace } from '@/lib/intake/postal'

/** Finds the places of some codes, of seven digits each, in a worker; without any where it cannot be had. */
export function lookUpPlaces(codes: ReadonlySet<string>): Promise<PostalLookup> {
  if (codes.size === 0) return Promise.resolve(() => undefined)
  const worker = new Worker(new URL('./fill-worker.ts', import.meta.url), { type: 'module' })
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
