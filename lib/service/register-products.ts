import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { ProductResult } from '@/lib/contract/results'
import { type NewProduct, registerProducts as storeProducts } from '@/lib/store/products'
import type { Taker } from './body'
import type { Answer, Call } from './call'
import type { Replay } from './keyed'
import type { Piece } from './piece'
import { ProductJudge } from './product-judge'
import { appendRecord, readRecords } from './records'
import type { Spool } from './spool'

/** Registers products; each stands or falls alone. Nothing is written before the whole body is known to be good. */
export async function registerProducts(call: Call): Promise<Answer> {
  const intake = new ProductIntake(call)
  const trouble = await call.read(intake)
  if (trouble) return { ok: false, trouble }
  const text = JSON.stringify(intake.result())
  await storeProducts(call.database, call.principal.clientId, newProducts(intake, call), trx =>
    call.keep(trx, text),
  )
  return replayProducts(call, text)
}

/** Answers again: of a hundred products at most the answer itself is kept. */
export const replayProducts = (_: Call, text: string): ReturnType<Replay> => ({
  ok: true,
  parts: whole(text),
})

class ProductIntake implements Taker {
  private count = 0
  private readonly failures: ProductResult['failures'] = []
  private readonly judge = new ProductJudge()
  /** The good ones as they were sent. */
  readonly products: Spool

  constructor(call: Call) {
    this.products = call.spool()
  }

  take(value: unknown, { buffer, start, end }: Piece): void {
    this.count++
    const judged = this.judge.judge(value)
    if (judged.ok) appendRecord(this.products, judged.shopProductId, buffer.subarray(start, end))
    else this.failures.push(judged.failure)
  }

  async settle(): Promise<void> {
    await this.products.settle()
  }

  result(): ProductResult {
    const { count, failures } = this
    return { successCount: count - failures.length, failureCount: failures.length, failures }
  }
}

async function* newProducts(
  { products }: ProductIntake,
  { signal }: Call,
): AsyncGenerator<readonly NewProduct[]> {
  for await (const records of readRecords(products)) {
    signal.throwIfAborted()
    yield records.map(({ number, body }) => ({ shopProductId: number, body }))
    await setImmediate()
  }
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text
}
