import { readFile } from 'node:fs/promises'
import type { Texts } from '@/lib/sheet/schema/line'
import { freshOrders, numberOf, tableOf } from '../support/blocks'
import { Clock } from '../support/clock'
import { expectSpoken } from '../support/english-texts'
import { expect, test } from '../support/fixtures'
import { registerWithLostResponse } from '../support/lost-response'
import { Workbench } from '../support/workbench'
import { japanese } from './japanese'
import { korean } from './korean'
import { openNew, signIn } from './localized'

test.slow()

test.use({ serverFor: 'localized' })

for (const texts of [korean, japanese])
  test.describe(() => {
    test.use(texts.browser)

    test(`in ${texts.name}, orders are pasted, corrected, checked, registered ${texts.orders.moment}, and found in the history`, async ({
      page,
      context,
      startServer,
    }) => {
      const { language, headings, words, history } = texts
      const { errors, day, date, ...expected } = texts.orders
      const clock = new Clock(expected.clock)
      await clock.set(context)
      const server = await startServer({ SANDBOX_WAREHOUSES: '1,2', ...clock.variables })
      await page.goto(`${server.url}/orders/japan/new`)
      await expect(page).toHaveTitle(texts.account.signInTitle)
      await expectSpoken(page, language)
      await signIn(page, texts)

      const workbench = new Workbench(page, undefined, words)
      await expect(page.getByText(expected.pasteHere)).toBeVisible()
      await expect(page.getByText(expected.noOrdersYet)).toBeVisible()
      await expect(page.getByRole('textbox', { name: words.draftName })).toHaveValue(day)
      await expectSpoken(page, language)

      const orders: Texts[] = freshOrders(10).map(order => ({ ...order, ...expected.values }))
      const pasted = orders.map((order, at) => {
        const error = errors.find(one => one.at === at)
        return error ? { ...order, [error.column]: error.wrong } : order
      })
      await workbench.name(expected.draft)
      await workbench.paste(tableOf(headings, pasted))
      await expect(workbench.announcement).toHaveText(expected.pasted)
      await expect(workbench.failures).toHaveCount(errors.length - 1)
      await expectSpoken(page, language)

      expect(await workbench.check()).toBe(expected.checkedWithErrors)
      await expect(workbench.failures).toHaveCount(errors.length)
      await expectSpoken(page, language)
      await workbench.focus()
      await page.keyboard.press('Control+Home')
      for (const [i, { at, column, reason, right }] of errors.entries()) {
        await page.keyboard.press('F8')
        await expect.poll(() => workbench.where()).toEqual({ number: numberOf(orders[at]), column })
        expect(await workbench.reason(workbench.active)).toContain(reason)
        await workbench.type(right ?? orders[at]?.[column] ?? '')
        await expect(workbench.failures).toHaveCount(errors.length - i - 1)
      }
      const declared = await workbench.goTo(
        workbench.row(numberOf(orders[6])),
        'orderInfo.isExportDeclaration',
      )
      await expect(declared).toHaveText(expected.yes)
      expect(await workbench.check()).toBe(expected.checked)
      expect(await workbench.register()).toBe(expected.registeredSentence)
      await expect(page.getByRole('button', { name: expected.registeredCount, exact: true })).toBeVisible()
      expect((await workbench.lines()).map(line => line.sign)).toEqual(orders.map(() => expected.registered))
      await expectSpoken(page, language)

      // The order was registered on the day of the operator, whatever the server's day.
      await page.getByRole('link', { name: history.link, exact: true }).click()
      const runs = page.getByRole('table', { name: history.runs, exact: true })
      const registration = runs.getByRole('row').filter({ hasText: history.registeredRun })
      await expect(registration).toContainText(new RegExp(`${day}\\s*00:3\\d:\\d\\d`))
      await expect(registration).toContainText(history.done)
      await expect(runs.getByRole('row').filter({ hasText: history.checkedRun })).toContainText(words.check)
      await expectSpoken(page, language)
      const dateFilter = page.getByLabel(history.date, { exact: true })
      await dateFilter.fill(expected.dateBefore)
      await expect(page.getByText(history.noRuns)).toBeVisible()
      await dateFilter.fill(date)
      await registration.getByRole('link', { name: words.register, exact: true }).click()
      await expect(page.getByRole('heading', { name: history.runHeading })).toBeVisible()
      await expect(page.getByRole('table', { name: history.requests })).toContainText(history.allRegistered)
      await expectSpoken(page, language)

      await page.getByRole('button', { name: history.download }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: history.csv }).click(),
      ])
      expect(file.suggestedFilename()).toBe(history.fileName)
      const [head = '', first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
      const own = head.replace(/^\ufeff/, '').split(',')
      const count = history.ownHeadings.length
      expect(own.slice(0, -count).toSorted()).toEqual(headings.map(([heading]) => heading).toSorted())
      expect(own.slice(-count)).toEqual(history.ownHeadings)
      expect(first).toMatch(new RegExp(`,${expected.registered},Sandbox,${date} 00:3\\d:\\d\\d,0,$`))

      await page.getByRole('link', { name: history.link, exact: true }).click()
      const search = page.getByRole('searchbox', { name: history.search })
      await search.fill(history.unknownName)
      await search.press('Enter')
      await expect(page.getByRole('main')).toContainText(history.nothingFound)
      await search.fill('田太')
      await search.press('Enter')
      await expect(page.getByText(history.found)).toBeVisible()
      await expectSpoken(page, language)
      await page.getByRole('link', { name: numberOf(orders[0]), exact: true }).click()
      const timeline = page.getByRole('table', { name: history.timeline }).getByRole('row')
      await expect(timeline.last()).toContainText(new RegExp(`${day} 00:3\\d:\\d\\d${history.lastStep}`))
      await expect(page.getByLabel(history.recipient, { exact: true })).toContainText(
        history.recipientCountry,
      )
      await expect(page.getByLabel(history.order, { exact: true })).toContainText(history.exportDeclaration)
      await expectSpoken(page, language)
    })

    test(`in ${texts.name}, orders that a lost response left unconfirmed are resolved by id, by a list of the console, and all at once`, async ({
      page,
      server,
      faults,
    }) => {
      const { language, connection, unconfirmed: expected } = texts
      const workbench = await openNew(page, texts)
      await page.goto('/connections')
      await page.getByRole('button', { name: connection.add }).click()
      await page.getByLabel(connection.name, { exact: true }).fill(connection.carrier)
      await page.getByLabel(connection.baseUrl, { exact: true }).fill(faults.url)
      const { accessToken, secretKey } = await server.issueCredentials(language)
      await page.getByLabel(connection.accessToken, { exact: true }).fill(accessToken)
      await page.getByLabel(connection.secretKey, { exact: true }).fill(secretKey)
      await page.getByRole('button', { name: connection.save, exact: true }).click()
      await expect(page.getByText(connection.saved)).toBeVisible()
      await expectSpoken(page, language)

      await page.goto('/orders/japan/new')
      await workbench.choose(connection.carrier)
      const orders = freshOrders(6)
      const numbers = orders.map(numberOf)
      const [first = '', second = '', third = '', fourth = ''] = numbers
      await workbench.name(expected.draft)
      await workbench.paste(tableOf(texts.headings, orders))
      expect(await workbench.check()).toBe(expected.checked)
      expect(await registerWithLostResponse(workbench, faults)).toContain(expected.sentence)
      await expect(page.getByRole('link', { name: expected.link })).toBeVisible()
      await expectSpoken(page, language)
      const sheet = page.url()
      const ids = new Map((await server.registered(numbers)).map(one => [one.mallOrderNumber, one.orderId]))

      await page
        .getByRole('region', { name: expected.reasons })
        .getByRole('link', { name: expected.resolve })
        .click()
      await expect(page.getByText(expected.all)).toBeVisible()
      await expectSpoken(page, language)
      const request = page.getByRole('link', { name: expected.draft }).first()
      await request.click()
      await expect(request).toHaveAttribute('aria-current', 'true')
      await expect(page.getByText(expected.lost)).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(expected.wait)
      await expect(page.getByRole('button', { name: expected.notRegistered(first) })).toBeDisabled()
      await expect(page.getByRole('button', { name: expected.allNotRegistered })).toBeDisabled()
      await expectSpoken(page, language)

      const field = page.getByLabel(expected.orderIdOf(first))
      await field.fill('12a')
      await field.press('Enter')
      await expect(page.getByText(expected.invalidId)).toBeVisible()
      await expectSpoken(page, language)
      const firstId = ids.get(first) ?? ''
      await field.fill(firstId)
      await field.press('Enter')
      await expect(field).toHaveCount(0)

      await page
        .getByRole('group', { name: expected.wholeRequest })
        .getByRole('link', { name: expected.pasteList })
        .click()
      const list = page.getByRole('textbox', { name: expected.list })
      const lines = [`${second}\t${ids.get(second)}`, `${third}\t`, `${fourth}\t${firstId}`, 'Z-404\t1']
      await list.fill([expected.listHeadings, ...lines].join('\n'))
      await page.getByRole('button', { name: expected.preview }).click()
      for (const group of [
        expected.withId,
        expected.withoutId,
        expected.conflicts,
        expected.notUnconfirmed,
        expected.missing,
      ])
        await expect(page.getByText(group)).toBeVisible()
      await expect(page.getByText(expected.idTaken(firstId, first))).toBeVisible()
      await expectSpoken(page, language)
      await list.fill([second, third, fourth].map(number => `${number},${ids.get(number)}`).join('\n'))
      await page.getByRole('button', { name: expected.preview }).click()
      await page.getByRole('button', { name: expected.resolveThree }).click()
      await expect(page.getByText(expected.resolvedThree)).toBeVisible()
      await expect(page.getByText(expected.left)).toBeVisible()
      await expectSpoken(page, language)

      // The others at once, without ids.
      await request.click()
      await expect(request).toHaveAttribute('aria-current', 'true')
      await page.getByRole('button', { name: expected.allRegistered }).click()
      const question = page.getByRole('dialog', { name: expected.question })
      await expect(question).toContainText(expected.consequence)
      await expectSpoken(page, language)
      await question.getByLabel(expected.typeTwo).fill('2')
      await question.getByRole('button', { name: expected.confirm }).click()
      await expect(page.getByText(expected.resolvedTwo)).toBeVisible()
      await expectSpoken(page, language)

      await page.goto(sheet)
      await expect
        .poll(async () => (await workbench.lines()).map(line => line.sign))
        .toEqual(orders.map(() => texts.orders.registered))
      expect((await workbench.lines()).slice(0, 4).map(line => line.orderId)).toEqual(
        numbers.slice(0, 4).map(number => ids.get(number)),
      )
    })
  })
