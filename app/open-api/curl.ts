import type { DescribedOperation } from '@/lib/contract/openapi/openapi'

/** A curl command for the operation. The caller's own values are shell variables. */
export function curl(address: string, { security, parameters }: DescribedOperation): string {
  const isKeyOnly = security.every(scheme => 'secretKey' in scheme)
  const lines = [
    `curl "$BASE_URL${address}"`,
    `-H "Authorization: ${isKeyOnly ? '$SECRET_KEY' : 'Bearer $ACCESS_TOKEN'}"`,
    `-H 'Content-Type: application/json'`,
    ...(parameters.length > 0 ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    '--data-binary @body.json',
  ]
  return lines.join(' \\\n  ')
}
