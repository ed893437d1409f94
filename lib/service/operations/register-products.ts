import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { ProductResult } from '@/lib/contract/results'
import { type NewProduct, registerProducts as storeProducts } from '@/lib/store/service/products'
import type { ElementConsumer } from '../body/body'
import type { JsonSlice } from '../body/json-slice'
import type { Spool } from '../body/spool'
import { appendRecord, readRecords } from '../body/spool-records'
import type { Call, CallResult } from '../call'
import { languageHeaders } from '../language'
import type { ReplayResponse } from './idempotency'
import { ProductValidator } from './product-validator'

/** Registers products independently of each other. Nothing is written before the whole body is valid. */
export async function registerProducts(call: Call): Promise<CallResult> {
  const collected = new ProductCollector(call)
  const problem = await call.read(collected)
  if (problem) return { ok: false, problem }
  const text = JSON.stringify(collected.result())
  await storeProducts(call.database, call.principal.clientId, newProducts(collected, call), trx =>
    call.keep(trx, text),
  )
  return { ...replayProducts(call, text), headers: languageHeaders() }
}

/** Repeats the first response, which is stored as it is: it covers at most a hundred products. */
export const replayProducts = (_: Call, text: string): ReturnType<ReplayResponse> => ({
  ok: true,
  parts: whole(text),
})

class ProductCollector implements ElementConsumer {
  private count = 0
  private readonly failures: ProductResult['failures'] = []
  private readonly validator = new ProductValidator()
  /** Valid products as they were sent. */
  readonly products: Spool

  constructor(call: Call) {
    this.products = call.spool()
  }

  consume(value: unknown, { buffer, start, end }: JsonSlice): void {
    this.count++
    const judged = this.validator.validate(value)
    if (judged.ok) appendRecord(this.products, judged.shopProductId, buffer.subarray(start, end))
    else this.failures.push(judged.failure)
  }

  async flush(): Promise<void> {
    await this.products.flush()
  }

  result(): ProductResult {
    const { count, failures } = this
    return { successCount: count - failures.length, failureCount: failures.length, failures }
  }
}

async function* newProducts(
  { products }: ProductCollector,
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
