import type { Locator } from 'playwright/test'

/** What a cell may be, as its attributes say it. */
const states: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'data-dress': 'failure' },
  { 'data-dress': 'warning' },
  { 'data-dress': 'oneof' },
  { 'data-dress': 'stale' },
  { 'data-selected': 'true' },
  { 'data-active': 'true' },
  { 'data-active': 'true', 'data-dress': 'failure' },
  { 'data-active': 'true', 'data-dress': 'stale' },
]
const names = ['data-dress', 'data-selected', 'data-active']

/** Levels of grey from 0 to 255, at least so far apart: of lines and corners, and of the ground beneath the text. */
const LINE = 60
const GROUND = 8

/**
 * Dresses a cell in every way and compares the pictures without their colours.
 * @returns pairs that look alike
 */
export async function looksOf(cell: Locator): Promise<string[]> {
  const pictures: { name: string; grey: number[] }[] = []
  const before = await cell.evaluate((element, all) => all.map(name => element.getAttribute(name)), names)
  for (const state of states) {
    await cell.evaluate(dress, { names, state })
    const png = (await cell.screenshot()).toString('base64')
    pictures.push({ name: Object.values(state).join(' ') || 'plain', grey: await cell.evaluate(greyOf, png) })
  }
  const wore = Object.fromEntries(names.flatMap((name, i) => (before[i] ? [[name, before[i] ?? '']] : [])))
  await cell.evaluate(dress, { names, state: wore })
  return pictures.flatMap((one, i) =>
    pictures
      .slice(i + 1)
      .flatMap(other => (areAlike(one.grey, other.grey) ? `${one.name} / ${other.name}` : [])),
  )
}

function dress(
  element: Element,
  { names, state }: { names: string[]; state: Readonly<Record<string, string>> },
) {
  for (const name of names) element.removeAttribute(name)
  for (const [name, value] of Object.entries(state)) element.setAttribute(name, value)
}

/** The brightness of every pixel of a picture, as the eye weighs colours. */
async function greyOf(_element: Element, png: string): Promise<number[]> {
  const bytes = Uint8Array.from(atob(png), character => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  if (!context) throw new Error('This browser draws nothing.')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return Array.from({ length: data.length / 4 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * i, 4 * i + 3)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
}

/** Whether neither a line or corner of a dozen pixels nor half of the ground differs. */
function areAlike(one: readonly number[], other: readonly number[]): boolean {
  const apart = one.map((grey, i) => Math.abs(grey - (other[i] ?? 0)))
  const lines = apart.filter(distance => distance >= LINE).length
  const ground = apart.filter(distance => distance >= GROUND).length
  return lines < 12 && ground < one.length / 2
}
