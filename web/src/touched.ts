/** Has the reader touched the page since it was loaded? Before that browsers let it neither sound nor buzz. */
export function touched(): boolean {
  return (navigator.userActivation as UserActivation | undefined)?.hasBeenActive ?? true
}
