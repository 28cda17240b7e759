/**
 * The page of a chat with support, as far as the product speaks with it: like Chatwoot's, it says when it is loaded and takes the
 * person's name and address by `postMessage`, both behind `chatwoot-widget:`.
 */
export const supportPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Support</title>
    <style>body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; color: #1c1c1a; background: #fff; }</style>
  </head>
  <body>
    <h1>How can we help?</h1>
    <p>A stand-in on this machine. Nobody reads what is written here.</p>
    <p>You are <output id="who">a visitor</output>.</p>
    <label>Message <input id="text" /></label>
    <script>
      const prefix = 'chatwoot-widget:';
      addEventListener('message', ({ data, source }) => {
        if (source !== parent || typeof data !== 'string' || !data.startsWith(prefix)) return;
        const said = JSON.parse(data.slice(prefix.length));
        if (said.event !== 'set-user') return;
        const { name, email, identifier_hash: hash } = said.user;
        document.getElementById('who').textContent = name + ', ' + email + (hash ? ', proven' : '');
      });
      parent.postMessage(prefix + JSON.stringify({ event: 'loaded', config: {} }), '*');
    </script>
  </body>
</html>
`;
