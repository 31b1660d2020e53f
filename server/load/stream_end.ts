/** Returns the same answer, whose body calls `onEnd` once when it has ended, for whatever reason. */
export function onStreamEnd(response: Response, onEnd: () => void): Response {
  const { body } = response;
  if (body === null) {
    onEnd();
    return response;
  }
  const reader = body.getReader();
  const stream = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  return new Response(stream, response);
}
