import type { Locator } from 'playwright/test'
import type { Sheet } from '../support/grid'

/** The states of a cell, as its attributes. */
const states: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'data-severity': 'failure' },
  { 'data-severity': 'warning' },
  { 'data-severity': 'oneof' },
  { 'data-severity': 'stale' },
  { 'data-selected': 'true' },
  { 'data-active': 'true' },
  { 'data-active': 'true', 'data-severity': 'failure' },
  { 'data-active': 'true', 'data-severity': 'stale' },
]
const names = ['data-severity', 'data-selected', 'data-active']

/** Minimum differences in levels of grey from 0 to 255: of lines and corners, and of the background of the text. */
const LINE = 60
const BACKGROUND = 8

/**
 * Gives each blank cell of a column another state, and compares how the cells look without colours.
 * @returns pairs that look alike
 */
export async function lookAlike(sheet: Sheet, column: string): Promise<string[]> {
  const cells = states.map((_, i) => sheet.cell(i + 1, column))
  for (const [i, cell] of cells.entries()) await setAttributes(cell, states[i] ?? {})
  const boxes = await Promise.all(cells.map(cell => cell.boundingBox()))
  const png = (await sheet.page.screenshot()).toString('base64')
  for (const cell of cells) await setAttributes(cell, {})
  const pictures = await sheet.page.evaluate(greyOf, { png, boxes })
  const name = (i: number) => Object.values(states[i] ?? {}).join(' ') || 'plain'
  return pictures.flatMap((one, i) =>
    pictures.flatMap((other, j) => (j > i && areAlike(one, other) ? `${name(i)} / ${name(j)}` : [])),
  )
}

const setAttributes = (cell: Locator, state: Readonly<Record<string, string>>): Promise<void> =>
  cell.evaluate(
    (element, { names, state }) => {
      for (const name of names) element.removeAttribute(name)
      for (const [name, value] of Object.entries(state)) element.setAttribute(name, value)
    },
    { names, state },
  )

interface Cut {
  readonly png: string
  readonly boxes: readonly ({ x: number; y: number; width: number; height: number } | null)[]
}

/** The brightness of every pixel in some boxes of a picture, with the eye's weight of each colour. */
async function greyOf({ png, boxes }: Cut): Promise<number[][]> {
  const bytes = Uint8Array.from(atob(png), character => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context?.drawImage(image, 0, 0)
  return boxes.map(box => {
    const data = box && context?.getImageData(box.x, box.y, box.width, box.height).data
    if (!data) throw new Error('A cell is not on the screen.')
    return Array.from({ length: data.length / 4 }, (_, i) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(4 * i, 4 * i + 3)
      return 0.299 * red + 0.587 * green + 0.114 * blue
    })
  })
}

/** Whether neither a line or corner of a dozen pixels nor half of the background differs. */
function areAlike(one: readonly number[], other: readonly number[]): boolean {
  const apart = one.map((grey, i) => Math.abs(grey - (other[i] ?? 0)))
  const lines = apart.filter(distance => distance >= LINE).length
  const ground = apart.filter(distance => distance >= BACKGROUND).length
  return lines < 12 && ground < one.length / 2
}
