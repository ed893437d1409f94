import type { DescribedOperation } from '@/lib/contract/openapi'

/** A curl command for the operation. Shell variables stand for the caller's own values. */
export function curl(address: string, { security, parameters }: DescribedOperation): string {
  const isKeyAlone = security.every(scheme => 'secretKey' in scheme)
  const lines = [
    `curl "$BASE_URL${address}"`,
    `-H "Authorization: ${isKeyAlone ? '$SECRET_KEY' : 'Bearer $ACCESS_TOKEN'}"`,
    `-H 'Content-Type: application/json'`,
    ...(parameters.length > 0 ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    '--data-binary @body.json',
  ]
  return lines.join(' \\\n  ')
}
