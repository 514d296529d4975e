/** spec §8: retry with backoff on 429 or 500. */
export function BestPractices() {
  return (
    <>
      <ul>
        <li>
          Keep tokens out of code: read them from the environment or a secret store, and give each
          system a token of its own.
        </li>
        <li>
          Count a lead as delivered only when the status is 201, and keep its <code>lead_id</code>.
        </li>
        <li>
          After 429 or 500 try again with exponential backoff: wait 1 second, then 2, 4, 8 and 16,
          each with a little chance added, and then give up and tell somebody. If the answer has a{' '}
          <code>Retry-After</code> header, wait that many seconds instead. The same goes for 503.
        </li>
        <li>
          Do not repeat a call that was answered with any other status: it will be refused again
          until the request or the token has been corrected.
        </li>
        <li>
          After a timeout or a 500 the lead may have been stored all the same. Look for its email in
          the leads list before you send it by hand.
        </li>
        <li>Send over HTTPS whenever the portal is reached through a network you do not own.</li>
      </ul>
      <p>An example that does this by itself:</p>
    </>
  );
}
