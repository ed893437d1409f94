import type { PostalPlace } from '@/lib/intake/postal'
import { openPostalTable } from '@/lib/intake/postal-table'

/** Codes of seven digits go in, and the places of those that have one come out. The table never comes into a page. */
self.onmessage = async ({ data }: MessageEvent<readonly string[]>) => {
  const find = await openPostalTable()
  const places: [string, PostalPlace][] = []
  for (const digits of data) {
    const place = find(digits)
    if (place) places.push([digits, place])
  }
  self.postMessage(places)
}
