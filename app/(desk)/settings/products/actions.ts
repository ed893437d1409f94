'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done } from '@/lib/auth/outcome'
import { database } from '@/lib/store/database'
import { deleteProducts, typeProduct } from '@/lib/store/product-master'
import { columnOf, dropProductSchema, fieldNames, productSchema } from './schema'

/** Keeps what somebody typed about a code; no registration and no file replaces it. */
export const saveProduct = action({ role: 'editor', input: productSchema }, async (input, operator) => {
  const { accept } = await database()
  const texts = Object.fromEntries(fieldNames.map(name => [columnOf(name), input[name]]))
  const author = { source: 'typed', operatorId: operator.id, now: new Date() } as const
  await accept(trx => typeProduct(trx, { code: input.code, texts }, author))
  revalidatePath('/settings/products')
  return done(null)
})

/** Forgets a code. */
export const dropProduct = action({ role: 'editor', input: dropProductSchema }, async ({ code }) => {
  const { write } = await database()
  await write(trx => deleteProducts(trx, [code]))
  revalidatePath('/settings/products')
  return done(null)
})
