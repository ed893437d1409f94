import { readFile } from 'node:fs/promises'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { validationResponse } from '../support/network/responses'
import { RecordPanel } from '../support/record-panel'
import { Workbench } from '../support/workbench'

const ZIP = 'recipient.zipCode'
const CITY = 'recipient.city'
const SHOW = 'Show original message'

/** A message of a Korean shipping company, with a value in it. */
const zipMessage = (zip: string) => `우편번호 '${zip}' 형식이 올바르지 않습니다. 7자리로 입력하세요.`
const ZIP_TEMPLATE = "우편번호 '…' 형식이 올바르지 않습니다. #자리로 입력하세요."
const CITY_MESSAGE = '배송 불가 지역입니다.'

test('a message in Korean is explained beside the cell, in the list and in the record panel, and a button shows the original', async ({
  workbench,
  faults,
}) => {
  const { page } = workbench
  const orders = freshOrders(2).map(order => ({ ...order, [ZIP]: '150-004' }))
  const [one = '', two = ''] = orders.map(numberOf)
  await workbench.paste(block(orders))
  const failures = [
    { order: 0, field: ZIP, message: zipMessage('150-004') },
    { order: 1, field: ZIP, message: zipMessage('150-004') },
    { order: 1, field: 'routingHint', message: CITY_MESSAGE },
  ]
  await faults.set({ kind: 'response', response: validationResponse(failures) }, '/validators')
  expect(await workbench.check()).toBe('0 of 2 orders passed. 2 have errors.')

  // The cell: the problem of its value and what to enter; assistive technology reads the message after it.
  const cell = await workbench.goTo(workbench.row(one), ZIP)
  const reason = await workbench.reason(cell)
  expect(reason).toContain('The shipping API doesn’t accept “150-004” in Recipient postal code.')
  expect(reason).toContain('It has 6 digits instead of 7.')
  expect(reason).toContain('Enter a Japanese postal code with 7 digits')
  expect(reason.indexOf('150-004')).toBeLessThan(reason.indexOf('우편번호'))
  const tip = page.locator('.grid-tip')
  await expect(tip).toContainText('It has 6 digits instead of 7.')
  await expect(tip).not.toContainText('우편번호')
  await tip.getByText(SHOW).click()
  await expect(tip.locator('bdi[lang=ko]')).toHaveText(zipMessage('150-004'))
  // The sheet keeps the focus, and keys go on from the same cell.
  await expect(cell).toHaveAttribute('data-active')

  // The list of errors, by keyboard.
  const list = page.getByRole('region', { name: 'Errors' })
  const group = list.locator('div', { has: page.getByRole('list', { name: 'Recipient postal code' }) }).last()
  await expect(group).toContainText('For example: The shipping API doesn’t accept “150-004”')
  await expect(group).not.toContainText('우편번호')
  const show = group.getByRole('button', { name: SHOW })
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(group.locator('bdi[lang=ko]')).toHaveText(zipMessage('150-004'))
  await expect(group.getByRole('button', { name: 'Hide original message' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )

  // A field that belongs to no column is explained on its row.
  const header = workbench.header(workbench.row(two))
  expect(await workbench.reason(header)).toContain(
    `The shipping API reports the field “routingHint” of order “${two}”. No column has that name.`,
  )

  // The record panel.
  await workbench.goTo(workbench.row(one), ZIP)
  await page.getByRole('button', { name: 'Open as form' }).click()
  const form = new RecordPanel(page)
  const field = form.root.locator(`[data-field="${ZIP}"]`)
  await expect(field).toContainText('It has 6 digits instead of 7.')
  await field.getByRole('button', { name: SHOW }).click()
  await expect(field.locator('bdi[lang=ko]')).toHaveText(zipMessage('150-004'))

  // A corrected value invalidates the explanation of the sent one.
  await form.button('Close form').click()
  await workbench.write(workbench.row(one), ZIP, '150-0041')
  const edited = workbench.cell(workbench.row(one), ZIP)
  await expect(edited).not.toHaveAttribute('aria-invalid')
})

test('messages are collected without their values, explained once, and used by later responses', async ({
  workbench,
  faults,
  connection,
}) => {
  const { page } = workbench
  const orders = freshOrders(3)
  await workbench.paste(block(orders))
  const failures = [
    { order: 0, field: ZIP, message: zipMessage('150-0041') },
    { order: 1, field: 'data[1].recipient.zip_code', message: zipMessage('150-0041') },
    { order: 2, field: CITY, message: CITY_MESSAGE },
  ]
  await faults.set({ kind: 'response', response: validationResponse(failures) }, '/validators')
  expect(await workbench.check()).toBe('0 of 3 orders passed. 3 have errors.')
  await workbench.saved()
  const sheet = page.url()

  const open = async () => {
    await page.goto('/settings/messages')
    await page.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: connection.name }).click()
    await expect(page.getByRole('combobox', { name: 'Connection' })).toHaveText(connection.name)
  }
  const row = page.getByRole('row', { name: ZIP_TEMPLATE })
  // They are stored about a second after the response.
  await expect(async () => {
    await open()
    await expect(row).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(row).toContainText('Recipient postal code')
  await expect(row).toContainText('Japan orders')
  await expect(page.getByRole('main')).not.toContainText('150-0041')

  await row.getByRole('button', { name: /^Explain/ }).click()
  const form = page.getByRole('form', { name: 'Explain this message' })
  await form.getByLabel('English').fill('This company wants the code without a hyphen.')
  await form.getByLabel('Korean').fill('하이픈 없이 입력하세요.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('This company wants the code without a hyphen.')

  // Later responses, with other values in the same prose; another message keeps Lading's explanation.
  const again = await Workbench.open(page, sheet)
  const [one = '', , three = ''] = orders.map(numberOf)
  expect(await again.reason(again.cell(again.row(one), ZIP))).toContain(
    'This company wants the code without a hyphen.',
  )
  const city = await again.goTo(again.row(three), CITY)
  expect(await again.reason(city)).toContain('The shipping API doesn’t accept')

  // A file carries the explanations to another connection; an invalid file changes nothing.
  await open()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export explanations' }).click(),
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.explanations).toEqual([
    {
      sheet: 'orders/japan',
      field: 'recipient.zipcode',
      code: '',
      message: ZIP_TEMPLATE,
      en: 'This company wants the code without a hyphen.',
      ko: '하이픈 없이 입력하세요.',
      ja: '',
    },
  ])
  await page.getByRole('combobox', { name: 'Connection' }).click()
  await page.getByRole('option', { name: 'Sandbox' }).click()
  await expect(page.getByRole('combobox', { name: 'Connection' })).toHaveText('Sandbox')
  await expect(row).toHaveCount(0)
  const choose = page.locator('input[type=file]')
  const upload = (content: unknown) =>
    choose.setInputFiles({
      name: 'explanations.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })
  await upload({ ...file, explanations: [...file.explanations, { sheet: 'parcels', message: 'x', en: 'y' }] })
  await expect(page.getByRole('alert').filter({ hasText: 'Entry 2 of the file' })).toContainText(
    'Nothing was imported.',
  )
  await expect(row).toHaveCount(0)
  await upload(file)
  await expect(row).toContainText('not seen yet')
  await row.getByRole('button', { name: /^Edit the explanation/ }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})
