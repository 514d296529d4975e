import { useContext } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

/**
 * Tells the path that the reader is on the way to, or stands on, at the moment of asking. The hooks of
 * the router tell what is drawn: a click on a link shows in them only once React comes to it, and a key
 * may be faster.
 */
export function useDestination(): () => string {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('Only within a router that tells where it is going');
  return () => (router.state.navigation.location ?? router.state.location).pathname;
}
