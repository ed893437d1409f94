import { Ajv2020, type ErrorObject } from 'ajv/dist/2020'
import { fastify } from 'fastify'
import * as z from 'zod'
import { checkJapanOrders } from '@/lib/contract/operations'
import type { ValidationResult } from '@/lib/contract/results'

/** The listening server, and its output. */
export interface Served {
  readonly origin: string
  readonly accessToken: string
  close(): Promise<void>
}

type Failure = ValidationResult['failures'][number]
interface Body {
  readonly data: readonly { readonly orderInfo?: { readonly mallOrderNumber?: unknown } }[]
}

/**
 * The usual implementation of operation 1: Fastify reads the body, Ajv validates it against the JSON Schema of the
 * contract, and the response is the same validation result. It checks no credentials and reads no database.
 */
export async function serveFastify(): Promise<Served> {
  const app = fastify({ bodyLimit: 2 ** 30 })
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object))
  const body = z.toJSONSchema(checkJapanOrders.request, { io: 'input', unrepresentable: 'any' })
  app.post<{ Body: Body }>(
    checkJapanOrders.path,
    { schema: { body }, attachValidation: true },
    ({ body: { data }, validationError }): ValidationResult =>
      result(data, (validationError?.validation ?? []) as ErrorObject[]),
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, accessToken: '', close: () => app.close() }
}

function result(data: Body['data'], errors: readonly ErrorObject[]): ValidationResult {
  const failures = new Map<number, Failure>()
  const fail = (rowIndex: number, errorField: string, errorMessage: string) => {
    const failure = failures.get(rowIndex) ?? { rowIndex, mallOrderNumber: numberAt(rowIndex), failures: [] }
    failure.failures.push({ errorField, errorMessage })
    failures.set(rowIndex, failure)
  }
  const numberAt = (row: number) => String(data[row]?.orderInfo?.mallOrderNumber ?? '')
  for (const { instancePath, message = '' } of errors) {
    const [, , row, ...path] = instancePath.split('/')
    fail(Number(row), path.join('.'), message)
  }
  const seen = new Set<string>()
  for (let row = 0; row < data.length; row++) {
    const number = numberAt(row)
    if (seen.has(number)) fail(row, 'orderInfo.mallOrderNumber', 'is repeated')
    seen.add(number)
  }
  return {
    isSuccess: failures.size === 0,
    requestCount: data.length,
    successCount: data.length - failures.size,
    failureCount: failures.size,
    failures: [...failures.values()].sort((a, b) => a.rowIndex - b.rowIndex),
  }
}
