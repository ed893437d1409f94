'use client'
// Replaces a page outside the desk, or the desk's frame.
export { default } from '@/app/(desk)/error'
