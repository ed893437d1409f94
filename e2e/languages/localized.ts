import type { Page } from 'playwright/test'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { Language } from '@/lib/words/locale/languages'
import type { Sample } from '@/testing/import/samples/sample'
import { expect } from '../support/fixtures'
import { operatorAccount } from '../support/server'
import { Workbench, type WorkbenchWords } from '../support/workbench'

/** The headings of a table, with their columns. */
type Headings = readonly (readonly [heading: string, column: string])[]

/** What differs between the journeys of two languages: the browser, its clock, and every text. */
export interface Localized {
  readonly language: Language
  /** The language in English, for the titles of tests. */
  readonly name: string
  readonly browser: { readonly locale: string; readonly timezoneId: string }
  readonly words: WorkbenchWords
  readonly account: AccountTexts
  /** Each order heading with its column. */
  readonly headings: Headings
  readonly orders: OrderTexts
  readonly history: HistoryTexts
  readonly connection: ConnectionTexts
  readonly unconfirmed: UnconfirmedTexts
  readonly file: FileTexts
  readonly products: ProductTexts
  readonly setup: SetupTexts
  readonly team: TeamTexts
}

/** Labels of the sign-in page and of the menu of an account. */
interface AccountTexts {
  readonly email: string
  readonly password: string
  readonly signIn: string
  readonly signInTitle: string
  readonly menu: string
  readonly signOut: string
}

/** An error to fix in a table of orders. */
interface OrderError {
  /** The position of its order in the table. */
  readonly at: number
  readonly column: string
  readonly wrong: string
  readonly reason: string
  /** The correction; without one, the text of the order as it was. */
  readonly right?: string
}

interface OrderTexts {
  /** When the orders are registered, for the title. */
  readonly moment: string
  /** That moment: half an hour into a day that has not begun in UTC. */
  readonly clock: string
  readonly day: string
  readonly date: string
  readonly dateBefore: string
  readonly pasteHere: string
  readonly noOrdersYet: string
  readonly draft: string
  readonly yes: string
  readonly values: Readonly<Record<string, string>>
  /** One error per order, in the order of the table; only the service finds the last one. */
  readonly errors: readonly OrderError[]
  readonly pasted: string
  readonly checkedWithErrors: string
  readonly checked: string
  readonly registeredSentence: string
  readonly registered: string
  readonly registeredCount: string
}

interface HistoryTexts {
  readonly link: string
  readonly runs: string
  readonly registeredRun: string
  readonly checkedRun: string
  readonly done: string
  readonly date: string
  readonly noRuns: string
  readonly runHeading: string
  readonly requests: string
  readonly allRegistered: string
  readonly download: string
  readonly csv: string
  readonly fileName: string
  readonly ownHeadings: readonly string[]
  readonly search: string
  readonly unknownName: string
  readonly nothingFound: string
  readonly found: string
  readonly timeline: string
  readonly lastStep: string
  readonly recipient: string
  readonly recipientCountry: string
  readonly order: string
  readonly exportDeclaration: string
}

interface ConnectionTexts {
  readonly add: string
  readonly name: string
  readonly baseUrl: string
  readonly accessToken: string
  readonly secretKey: string
  readonly save: string
  readonly carrier: string
  readonly saved: string
}

/** Six orders of a lost response: one is resolved by its id, three by a list, and two all at once. */
interface UnconfirmedTexts {
  readonly draft: string
  readonly checked: string
  readonly sentence: string
  readonly link: RegExp
  readonly reasons: string
  readonly resolve: string
  readonly all: string
  readonly lost: string
  readonly wait: RegExp
  readonly notRegistered: (number: string) => string
  readonly allNotRegistered: string
  readonly orderIdOf: (number: string) => string
  readonly invalidId: string
  readonly wholeRequest: string
  readonly pasteList: string
  readonly list: string
  readonly listHeadings: string
  readonly preview: string
  readonly withId: string
  readonly withoutId: string
  readonly conflicts: string
  readonly notUnconfirmed: string
  readonly missing: string
  readonly idTaken: (id: string, number: string) => string
  readonly resolveThree: string
  readonly resolvedThree: string
  readonly left: string
  readonly allRegistered: string
  readonly question: string
  readonly consequence: string
  readonly typeTwo: string
  readonly confirm: string
  readonly resolvedTwo: string
}

interface FileTexts {
  /** A marketplace file that is imported without a question. */
  readonly sample: Sample
  /** In English, for the title. */
  readonly marketplace: string
  readonly sampleImported: string
  readonly summary: string
  /** Within the summary. */
  readonly counts: readonly string[]
  readonly close: string
  /** A shop's own file, with headings that no dictionary has: two orders of three lines. */
  readonly table: readonly (readonly string[])[]
  /** What the file is called on three days. */
  readonly fileNames: readonly [first: string, second: string, third: string]
  readonly lastNumber: string
  readonly itemNames: readonly string[]
  /** The names of the first order's items, in the preview. */
  readonly firstItems: string
  readonly mapping: string
  readonly mappingOf: (heading: string) => string
  readonly mapOnce: string
  /** The targets that are found without the operator. */
  readonly guessed: readonly (readonly [heading: string, target: string])[]
  readonly looksLikeAddress: string
  /** What the operator types for a heading, and the target that it leads to. */
  readonly chosen: readonly (readonly [heading: string, typed: string, target: string])[]
  readonly meaning: string
  readonly country: string
  readonly importRows: string
  readonly later: string
  readonly importedAgain: string
  /** A heading that changes its name. */
  readonly renamed: readonly [from: string, to: string]
  readonly changed: string
  readonly changedHint: string
  readonly gone: string
  readonly cancel: string
  readonly recipe: RegExp
  readonly recipeColumns: string
}

export interface ProductTexts {
  readonly pasteHere: string
  readonly headings: Headings
  readonly brand: string
  readonly axis: string
  readonly prices: Readonly<Record<string, string>>
  /** The first four have an error each. */
  readonly products: readonly {
    readonly code: string
    readonly name: string
    readonly options: readonly string[]
    readonly changes?: Readonly<Record<string, string>>
  }[]
  readonly pasted: string
  readonly checked: string
  readonly errors: readonly (readonly [reason: string, right: string])[]
  readonly registeredSentence: string
  readonly registeredCount: string
}

interface SetupTexts {
  readonly notSetUp: string
  readonly heading: string
  readonly email: string
  readonly password: string
  readonly finish: string
  readonly commonPassword: string
  readonly emailNeeded: string
  readonly passwordNeeded: string
  readonly wrongPassword: string
  readonly wrong: string
  readonly tooMany: RegExp
}

interface TeamTexts {
  readonly invite: string
  readonly editorMay: string
  readonly email: string
  readonly role: string
  readonly viewer: string
  readonly makeLink: string
  readonly linkDialog: string
  readonly noMail: string
  readonly link: string
  readonly done: string
  readonly invited: string
  readonly nameLabel: string
  readonly guestName: string
  readonly guestPassword: string
  readonly join: string
  readonly viewOnly: string
  readonly adminsOnly: string
  readonly roleOf: string
  /** The roles that the guest gets, and the text that describes each. */
  readonly changes: readonly (readonly [role: string, sentence: string])[]
  readonly removeGuest: string
  readonly remove: string
  readonly removed: string
  /** In the list of what happened. */
  readonly removal: string
  readonly lastChange: string
}

/** The column of a field of a product's option. */
export const optionColumn = (field: string): string => `productOptionGroup[].productOption[].${field}`

/** Signs in on a page that asks for it. */
export async function signIn(page: Page, { account }: Localized): Promise<void> {
  await page.getByLabel(account.email, { exact: true }).fill(operatorAccount.email)
  await page.getByLabel(account.password, { exact: true }).fill(operatorAccount.password)
  await page.getByRole('button', { name: account.signIn, exact: true }).click()
  await page.waitForURL(url => url.pathname !== '/sign-in')
}

/** Signs in and opens an empty draft of a sheet. */
export async function openNew(
  page: Page,
  texts: Localized,
  sheet = sheets['orders/japan'],
): Promise<Workbench> {
  await page.goto(`/${sheet.id}/new`)
  await signIn(page, texts)
  const workbench = new Workbench(page, sheet, texts.words)
  await expect(workbench.active).toBeVisible()
  return workbench
}

export async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
