import { axisNameColumn, axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { sheets } from '@/lib/sheet/schema/sheets'
import { expect, test } from '../support/fixtures'
import { withPaths } from '../support/grid'
import { RecordPanel } from '../support/record-panel'
import { Workbench } from '../support/workbench'

const sheet = sheets.products
const KEY = sheet.key
const [COLOUR, SIZE] = [axisValueColumn(0), axisValueColumn(1)]
const PRICE = 'productOptionGroup[].productOption[].optionPrice'

test.use({ viewport: { width: 2600, height: 1000 } })

const product = { [KEY]: 'WAL-01', productName: 'Wallet', productPrice: '12500' }

test('3 colours × 4 sizes are twelve lines; an existing line keeps its typed texts; one undo reverts all', async ({
  operator,
}) => {
  const workbench = await Workbench.openNew(operator, sheet)
  const paths = [
    KEY,
    'productName',
    'productPrice',
    axisNameColumn(0),
    axisNameColumn(1),
    COLOUR,
    SIZE,
    PRICE,
  ]
  await workbench.paste(
    withPaths(paths, [
      { ...product, [axisNameColumn(0)]: 'Colour', [COLOUR]: 'Black', [SIZE]: 'S', [PRICE]: '500' },
      { [COLOUR]: 'Red', [SIZE]: 'S', [PRICE]: '700' },
      { [KEY]: 'CUP-01', productName: 'Cup', productPrice: '900' },
    ]),
  )
  await operator.keyboard.press('Control+Home')
  await operator.keyboard.press('Control+m')
  const form = new RecordPanel(operator)
  await expect(form.title).toHaveText('Product 1 of 2')
  const values = (axis: number) => form.root.getByLabel(`Option values ${axis}`)
  await expect(values(1)).toHaveValue('Black, Red')
  await expect(
    form.root.getByText('Option values 2 have no name. Type an option name, such as Color.'),
  ).toBeVisible()
  await values(1).fill('Black, White\nNavy, Black')
  await values(2).fill('S\nM\nL\nXL')
  await form.field('Option setup', 'Option name 2').fill('Size')
  await expect(form.root.getByText('3 × 4 = 12 options: 1 already there, 11 new.')).toBeVisible()
  await expect(form.root.getByText('Duplicate value counted once: Black.')).toBeVisible()
  await expect(form.root.getByText('1 row isn’t part of any combination: Red / S.')).toBeVisible()
  await workbench.saved()
  await form.button('Create 11 options').click()

  const rows = workbench.grid.locator('[role=row][data-line]')
  const column = async (id: string, count: number) =>
    (await rows.locator(`[data-column="${id}"]`).allTextContents()).slice(0, count)
  await expect.poll(() => column(SIZE, 14)).toEqual([...'S M L XL S M L XL S M L XL'.split(' '), 'S', ''])
  expect(await column(COLOUR, 14)).toEqual([
    ...['Black', 'White', 'Navy'].flatMap(colour => Array(4).fill(colour)),
    'Red',
    '',
  ])
  expect(await column(KEY, 14)).toEqual(['WAL-01', ...Array(12).fill(''), 'CUP-01'])
  expect((await column(PRICE, 14)).filter(text => text !== '')).toEqual(['500', '700'])
  await expect(form.root.getByText('3 × 4 = 12 options: 12 already there, 0 new.')).toBeVisible()

  await operator.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => column(COLOUR, 4)).toEqual(['Black', 'Red', '', ''])
  await operator.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => column(COLOUR, 5)).toEqual(['Black', 'Black', 'Black', 'Black', 'White'])

  // A new value adds only its lines; lines outside of all combinations are removed on request.
  await values(1).fill('Black, White, Navy, "Red, dark"')
  await form.button('Create 4 options').click()
  await expect(form.root.getByText('4 × 4 = 16 options: 16 already there, 0 new.')).toBeVisible()
  await form.button('Delete this row').click()
  await expect
    .poll(() => column(COLOUR, 18))
    .toEqual([...['Black', 'White', 'Navy', 'Red, dark'].flatMap(colour => Array(4).fill(colour)), '', ''])
  await workbench.saved()
  await workbench.reload()
  await operator.keyboard.press('Control+m')
  await expect(values(1)).toHaveValue('Black, White, Navy, "Red, dark"')
})

test('typed values that are not built yet wait for their product', async ({ operator }) => {
  const workbench = await Workbench.openNew(operator, sheet)
  await workbench.paste(
    withPaths([KEY, 'productName', 'productPrice'], [product, { ...product, [KEY]: 'WAL-02' }]),
  )
  await operator.keyboard.press('Control+Home')
  await operator.keyboard.press('Control+m')
  const form = new RecordPanel(operator)
  const values = form.root.getByLabel('Option values 1')
  await values.fill('Black, White')
  await form.button('Next product').click()
  await expect(values).toHaveValue('')
  await operator.keyboard.press('Escape')
  await workbench.focus()
  await operator.keyboard.press('Control+Home')
  await operator.keyboard.press('Control+m')
  await expect(values).toHaveValue('Black, White')
})
