import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'

type Texts = Readonly<Record<string, string>>

interface Item {
  readonly name: string
  readonly price: number
  readonly itemUrl?: string
  readonly material?: string
}

interface SentOrder {
  readonly orderInfo: { readonly mallOrderNumber: string }
  readonly recipient: { readonly contact: string }
  readonly sender: { readonly name: string }
  readonly items: readonly Item[]
}

const general = ['bag', 'goods', 'gift']

/** What it rejects in an order, by its own names of fields. None of it is in the API. */
function reasonsFor({ orderInfo, recipient, sender, items }: SentOrder, at: number): [string, string][] {
  const reasons: [string, string][] = []
  if (orderInfo.mallOrderNumber.includes(' '))
    reasons.push(['orderInfo.mallOrderNumber', '주문번호 오류 E-71'])
  if (!/^\d*$/.test(recipient.contact)) reasons.push([`data[${at}].recipient.contact`, '숫자 아님'])
  if (![...sender.name].every(sign => sign.charCodeAt(0) < 128)) reasons.push(['sender.name', '발송인 확인'])
  if (items.length > 3) reasons.push(['items', '품목 수 초과'])
  for (const [i, item] of items.entries()) {
    if (!item.itemUrl) reasons.push([`items[${i}].itemUrl`, '상품 페이지가 없습니다'])
    if (general.includes(item.name.toLowerCase()))
      reasons.push([`items[${i}].name`, `품명 불가: ${item.name}`])
    if (item.price > 100_000) reasons.push([`items[${i}].price`, '한도 초과'])
    if ((item.material ?? '').length > 20) reasons.push([`items[${i}].material`, '재질 확인'])
  }
  return reasons
}

/** A shipping company over HTTP that has eight rules beyond its API. */
export class StrictService {
  /** How many orders each check rejected, by the order of the checks. */
  readonly rejections: number[] = []
  /** Accepts everything from now on. */
  isLenient = false
  private readonly server: Server

  private constructor() {
    this.server = createServer((request, response) => void this.respond(request, response))
  }

  static async listen(): Promise<StrictService> {
    const service = new StrictService()
    service.server.listen(0, '127.0.0.1')
    await once(service.server, 'listening')
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: readonly SentOrder[] }
    const failures = data.flatMap((order, rowIndex) => {
      const reasons = this.isLenient ? [] : reasonsFor(order, rowIndex)
      if (reasons.length === 0) return []
      return {
        mallOrderNumber: order.orderInfo.mallOrderNumber,
        rowIndex,
        failures: reasons.map(([errorField, errorMessage]) => ({ errorField, errorMessage })),
      }
    })
    this.rejections.push(failures.length)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        isSuccess: failures.length === 0,
        requestCount: data.length,
        successCount: data.length - failures.length,
        failureCount: failures.length,
        failures,
      }),
    )
  }
}

const NUMBER = 'orderInfo.mallOrderNumber'

/** What breaks each rule of the service in three orders. */
const mistakes: readonly (readonly [column: string, texts: readonly string[]])[] = [
  ['items[].itemUrl', ['', '', '']],
  ['items[].name', ['Bag', 'goods', 'bag']],
  ['sender.name', ['한빛 상점', '山田商店', 'Müller']],
  ['items[].price', ['150000', '120000', '480000']],
  ['recipient.contact', ['090-1234-5678', '090 1234 5679', '+819012345670']],
  [NUMBER, ['S 1', 'S 2', 'S 3']],
  ['items[].material', ['cotton, wool and silk blend', 'mixed recycled fibres', 'polyester with elastane']],
]

/** How each of these orders is corrected. */
const corrections: Readonly<Record<string, string>> = {
  'items[].itemUrl': 'https://shop.example/p/new',
  'items[].name': 'Leather tote bag',
  'sender.name': 'Hanbit Store',
  'items[].price': '90000',
  'recipient.contact': '09099998888',
  'items[].material': 'cotton',
}

/** The lines of orders: six without mistakes, and `count` with each mistake. */
export function strictOrders(count: number): { readonly mistaken: Texts[]; readonly corrected: Texts[] } {
  const plain = sampleOrders(6 + count * (mistakes.length + 1), 500).map((texts, at) => ({
    ...texts,
    'sender.name': 'Hanbit Store',
    'recipient.contact': `0901234${String(1000 + at)}`,
    'items[].price': at === 0 ? '98000' : '2300',
    'items[].material': at === 1 ? 'organic cotton 100%' : 'wool',
    'items[].itemUrl': 'https://shop.example/p/1',
  }))
  const take = () => plain.pop() as Texts
  const pairs: (readonly [Texts, Texts])[] = []
  for (const [column, texts] of mistakes) {
    for (const text of texts.slice(0, count)) {
      const order = take()
      const right = column === NUMBER ? text.replace(' ', '-') : (corrections[column] ?? '')
      pairs.push([
        { ...order, [column]: text },
        { ...order, [column]: right },
      ])
    }
  }
  const many: Texts[] = []
  const few: Texts[] = []
  for (let i = 0; i < count; i++) {
    const order = take()
    const more = { ...order, 'items[].itemCode': 'CAP-1' }
    many.push(order, ...Array.from({ length: 3 + i }, () => more))
    few.push(order, more)
  }
  // An order of three items shows how many are accepted.
  const [first = {}, ...rest] = plain
  const accepted = [first, first, first, ...rest]
  return {
    mistaken: [...accepted, ...pairs.map(([wrong]) => wrong), ...many],
    corrected: [...accepted, ...pairs.map(([, right]) => right), ...few],
  }
}

/** What the eight rules of the service are in terms of requirements. */
export const hiddenRules = [
  { column: '', rule: { kind: 'max_items', max: 3 } },
  { column: 'items[].itemUrl', rule: { kind: 'required' } },
  { column: 'items[].material', rule: { kind: 'max_length', max: 20 } },
  { column: 'items[].name', rule: { kind: 'excluded', words: ['bag', 'goods'] } },
  { column: 'items[].price', rule: { kind: 'max', max: 100_000 } },
  { column: NUMBER, rule: { kind: 'no_spaces' } },
  { column: 'recipient.contact', rule: { kind: 'digits' } },
  { column: 'sender.name', rule: { kind: 'ascii' } },
]
