import { exampleBody } from '@/lib/contract/examples'
import {
  API_PREFIX,
  type Operation,
  type OperationId,
  operations,
  type Scheme,
} from '@/lib/contract/operations'
import { type DescriptionWords, type OperationGroup, operationGroups } from './description-words'
import {
  type Content,
  headers,
  type OperationResponse,
  problems,
  resultExamples,
  statusesOf,
} from './responses'
import { refTo, type Schema, schemas, shapes } from './schemas'

/** The version of the API document. */
const VERSION = '1.0.0'

interface Parameter {
  readonly name: string
  readonly in: 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema & { readonly pattern?: string }
}

/** An operation in the description. */
export interface DescribedOperation {
  readonly operationId: OperationId
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly { readonly $ref: string }[]
  readonly requestBody: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, OperationResponse | { readonly $ref: string }>>
}

/** An OpenAPI 3.1 document: what of it we write. */
export interface Description {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly post: DescribedOperation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, OperationResponse>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

const schemeNames: Readonly<Record<Scheme, string>> = { bearer: 'bearerAuth', key: 'secretKey' }

const groupOf: Readonly<Record<OperationId, OperationGroup>> = {
  checkJapanOrders: 'japan',
  checkOrders: 'general',
  registerJapanOrders: 'japan',
  registerOrders: 'general',
  registerProducts: 'products',
}

/** The description of the service, derived from the contract. */
export function describeService(words: DescriptionWords): Description {
  return {
    openapi: '3.1.0',
    info: {
      title: words.text('title'),
      version: VERSION,
      description: words.text('about'),
    },
    servers: [{ url: API_PREFIX, description: words.text('server') }],
    tags: operationGroups.map(group => ({
      name: words.text(`groups.${group}.name`),
      description: words.text(`groups.${group}.description`),
    })),
    paths: Object.fromEntries(
      Object.values(operations).map(operation => [operation.path, { post: describe(words, operation) }]),
    ),
    components: {
      schemas: schemas(words),
      responses: problems(words),
      parameters: { IdempotencyKey: idempotencyKey(words) },
      securitySchemes: {
        [schemeNames.bearer]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: words.text('schemes.bearer'),
        },
        [schemeNames.key]: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: words.text('schemes.key'),
        },
      },
    },
  }
}

const idempotencyKey = (words: DescriptionWords): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: words.text('idempotencyKey'),
  schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'] },
})

function describe(words: DescriptionWords, operation: Operation): DescribedOperation {
  const { id, auth, act, maxElements, explainedBy } = operation
  const { request, response } = shapes[id]
  const problemRefs = statusesOf(operation).map(status => [
    status,
    { $ref: `#/components/responses/Problem${status}` },
  ])
  return {
    operationId: id,
    tags: [words.text(`groups.${groupOf[id]}.name`)],
    summary: words.text(`operations.${id}.summary`),
    description: words.text(`operations.${id}.description`, {
      most: maxElements,
      check: explainedBy ? operations[explainedBy].path : '',
    }),
    security: auth.map(scheme => ({ [schemeNames[scheme]]: [] })),
    parameters: act === 'register' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: refTo(request),
          examples: { one: { summary: words.text('examples.request'), value: exampleBody(operation) } },
        },
      },
    },
    responses: {
      '200': {
        description: words.text('result'),
        ...(act === 'register' && { headers: headers(words, ['Idempotency-Replayed']) }),
        content: {
          'application/json': { schema: refTo(response), examples: resultExamples(words, operation) },
        },
      },
      ...Object.fromEntries(problemRefs),
    },
  }
}
