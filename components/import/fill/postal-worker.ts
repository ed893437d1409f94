import type { PostalPlace } from '@/lib/import/lines/fill/postal'
import { openPostalTable } from '@/lib/import/lines/fill/postal-table'

// Finds the places of postal codes, of seven digits each. The table is too large for a page.
self.onmessage = async ({ data }: MessageEvent<readonly string[]>) => {
  const find = await openPostalTable()
  const places: [string, PostalPlace][] = []
  for (const digits of data) {
    const place = find(digits)
    if (place) places.push([digits, place])
  }
  self.postMessage(places)
}
