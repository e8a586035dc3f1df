import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.okta.authn.sdk.AuthenticationException;
import com.okta.authn.sdk.AuthenticationStateHandler;
import com.okta.authn.sdk.client.AuthenticationClient;
import com.okta.authn.sdk.client.AuthenticationClients;
import com.okta.authn.sdk.http.RequestContext;
import com.okta.authn.sdk.resource.ActivatePassCodeFactorRequest;
import com.okta.authn.sdk.resource.AuthenticationRequest;
import com.okta.authn.sdk.resource.AuthenticationResponse;
import com.okta.authn.sdk.resource.Factor;
import com.okta.authn.sdk.resource.FactorEnrollRequest;
import com.okta.authn.sdk.resource.FactorType;
import com.okta.authn.sdk.resource.VerifyFactorRequest;
import com.okta.authn.sdk.resource.VerifyPassCodeFactorRequest;
import com.okta.sdk.resource.ResourceException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A published authentication client of Java through the flows of the authentication document: java Flows SERVICE CONTROL API_TOKEN.
 * Prints a JSON line for each scenario: what the document says, what the client has seen, and what it has seen with the scenario's fault on.
 */
public final class Flows {
  private static final String NEW_PASSWORD = "Correct1Horse!";
  private static final String PHONE = "+1 555-415-1337";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String service;
  private final String control;
  private final String apiToken;
  private final AuthenticationClient client;

  /** The handler that the client has called last. */
  private String handled = "";

  private final AuthenticationStateHandler handler =
      (AuthenticationStateHandler)
          Proxy.newProxyInstance(
              Flows.class.getClassLoader(),
              new Class<?>[] {AuthenticationStateHandler.class},
              (proxy, method, args) -> {
                handled = method.getName();
                return null;
              });

  private interface Play {
    List<?> run() throws Exception;
  }

  private interface Call {
    AuthenticationResponse run() throws Exception;
  }

  private record Scenario(String name, String basis, String fault, List<String> expected, Play play) {}

  private Flows(String service, String control, String apiToken) {
    this.service = service;
    this.control = control;
    this.apiToken = apiToken;
    System.setProperty("okta.testing.disableHttpsCheck", "true");
    client = AuthenticationClients.builder().setOrgUrl(service).setRetryMaxAttempts(0).build();
  }

  public static void main(String[] args) throws Exception {
    Flows flows = new Flows(args[0], args[1], args[2]);
    for (Scenario scenario : flows.scenarios()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", scenario.name);
      row.put("basis", scenario.basis);
      row.put("expected", scenario.expected);
      row.put("seen", flows.play(scenario));
      if (scenario.fault != null) {
        flows.control("PUT", "/faults", Map.of("faults", List.of(scenario.fault)));
        row.put("fault", scenario.fault);
        row.put("seenWithFault", flows.play(scenario));
        flows.control("PUT", "/faults", Map.of("faults", List.of()));
      }
      System.out.println(JSON.writeValueAsString(row));
    }
    System.exit(0);
  }

  private List<String> play(Scenario scenario) {
    try {
      return scenario.play.run().stream().map(String::valueOf).collect(Collectors.toList());
    } catch (Exception | LinkageError error) {
      return List.of(String.valueOf(error));
    }
  }

  private List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    all.add(scenario("sign in", "States, row 1", "authn-no-session-token", List.of("handleSuccess SUCCESS sessionToken", "true"), () -> {
      Map<String, String> user = provide("a user who can sign in");
      AuthenticationResponse done = signIn(user);
      return List.of(gist(done), done.getUser().getId().equals(user.get("userId")));
    }));
    all.add(scenario("sign in by short name", "Endpoints, username", "authn-short-name-unknown", List.of("handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who can sign in");
      return List.of(gist(client.authenticate(user.get("shortLogin"), user.get("password").toCharArray(), null, handler)));
    }));
    all.add(scenario("wrong password", "Errors, E0000004", "authn-any-password", List.of("AuthenticationFailureException 401 E0000004"), () -> {
      Map<String, String> user = provide("a user who can sign in");
      return List.of(refusal(() -> client.authenticate(user.get("login"), "wrong".toCharArray(), null, handler)));
    }));
    all.add(scenario("denied by the sign-on policy", "States, row 8", "authn-denial-ignored", List.of("AuthenticationFailureException 401 E0000004"), () -> {
      Map<String, String> user = provide("a user whom the sign-on policy denies");
      return List.of(refusal(() -> signIn(user)));
    }));
    all.add(scenario("lockout that is hidden", "States, row 8", "authn-hidden-lockout-shown", List.of("AuthenticationFailureException 401 E0000004"), () -> {
      Map<String, String> user = provide("a user who is locked out");
      return List.of(refusal(() -> signIn(user)));
    }));
    all.add(scenario("lockout that is shown, and unlock", "States, row 7; outcome open", "authn-shown-lockout-hidden",
        List.of("handleLockedOut LOCKED_OUT unlock", "handleRecoveryChallenge RECOVERY_CHALLENGE UNLOCK cancel"), () -> {
      Map<String, String> user = provide("a user who is locked out", "shown", true);
      String lockedOut = gist(signIn(user));
      return List.of(lockedOut, gist(client.unlockAccount(user.get("login"), FactorType.EMAIL, null, handler)));
    }));
    all.add(scenario("rate limit exceeded, and after it", "Errors, E0000047", "authn-limited-with-503",
        List.of("ResourceException 429 E0000047", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who can sign in");
      Map<String, String> limit = provide("a rate limit that is used up");
      String over = refusal(() -> signIn(user));
      control("POST", "/states", Map.of("state", "a rate limit that is used up", "action", "teardown", "data", limit));
      return List.of(over, gist(signIn(user)));
    }));
    all.add(scenario("a new device is told of once", "Events; Endpoints, X-Device-Fingerprint", "authn-new-device-not-told", List.of("1", "1"), () -> {
      Map<String, String> user = provide("a user who is told of new devices");
      List<Integer> mails = new ArrayList<>();
      for (int turn = 0; turn < 2; turn += 1) {
        client.authenticate(request(user), trusted().addHeader("X-Device-Fingerprint", "fingerprint1"), handler);
        mails.add(events("new-device-email", user).size());
      }
      return mails;
    }));
    all.addAll(passwords());
    all.addAll(verification());
    all.addAll(enrollment());
    all.addAll(activation());
    all.addAll(stepUp());
    return all;
  }

  private List<Scenario> passwords() {
    return List.of(
        scenario("expired password", "States, rows 2 and 18; Errors, E0000014", "authn-password-not-changed",
            List.of("handlePasswordExpired PASSWORD_EXPIRED cancel changePassword", "CredentialsException 403 E0000014", "CredentialsException 403 E0000014",
                "handleSuccess SUCCESS sessionToken", "handleSuccess SUCCESS sessionToken"), () -> {
          Map<String, String> user = provide("a user whose password has expired");
          AuthenticationResponse expired = signIn(user);
          return List.of(gist(expired),
              refusal(() -> change(expired, "wrong", NEW_PASSWORD)),
              refusal(() -> change(expired, user.get("password"), user.get("weakPassword"))),
              gist(change(expired, user.get("password"), NEW_PASSWORD)),
              gist(client.authenticate(user.get("login"), NEW_PASSWORD.toCharArray(), null, handler)));
        }),
        scenario("expired password behind a factor", "States, row 3", "authn-expired-password-before-factor",
            List.of("handleMfaRequired MFA_REQUIRED cancel", "handlePasswordExpired PASSWORD_EXPIRED cancel changePassword", "handleSuccess SUCCESS sessionToken"), () -> {
          Map<String, String> user = provide("a user whose password has expired", "factor", true);
          AuthenticationResponse required = signIn(user);
          String first = gist(required);
          AuthenticationResponse expired = answer(required, user.get("proof"));
          return List.of(first, gist(expired), gist(change(expired, user.get("password"), NEW_PASSWORD)));
        }),
        scenario("password warning, and change", "States, rows 4 and 19; Options", "authn-warning-not-given",
            List.of("handlePasswordWarning PASSWORD_WARN cancel changePassword skip", "handleSuccess SUCCESS sessionToken"), () -> {
          Map<String, String> user = provide("a user whose password is about to expire");
          AuthenticationResponse warning = warned(user);
          return List.of(gist(warning), gist(change(warning, user.get("password"), NEW_PASSWORD)));
        }),
        scenario("password warning, and skip", "States, row 20; next status open: declared", "authn-warning-remembered-as-expired",
            List.of("handleSuccess SUCCESS sessionToken"), () -> {
          Map<String, String> user = provide("a user whose password is about to expire");
          return List.of(gist(client.skip(warned(user).getStateToken(), handler)));
        }),
        scenario("cancel", "Endpoints, cancel; effect open: declared", "authn-no-cancel-when-expired",
            List.of("handlePasswordExpired PASSWORD_EXPIRED cancel changePassword", "no status", "InvalidTokenException 401 E0000011"), () -> {
          Map<String, String> user = provide("a user whose password has expired");
          AuthenticationResponse expired = signIn(user);
          String before = gist(expired);
          AuthenticationResponse cancelled = client.cancel(expired.getStateToken());
          return List.of(before, cancelled.getStatusString() == null ? "no status" : cancelled.getStatusString(),
              refusal(() -> change(expired, user.get("password"), NEW_PASSWORD)));
        }),
        scenario("a transaction that has expired", "Resources, expiresAt", "authn-expired-transaction-alive",
            List.of("InvalidTokenException 401 E0000011"), () -> {
          Map<String, String> user = provide("a user whose password has expired");
          AuthenticationResponse expired = signIn(user);
          control("POST", "/clock", Map.of("advance", "PT10M"));
          return List.of(refusal(() -> change(expired, user.get("password"), NEW_PASSWORD)));
        }));
  }

  private List<Scenario> verification() {
    List<Scenario> all = new ArrayList<>();
    all.add(scenario("MFA required: question", "States, row 5; verification open", "authn-wrong-answer-verifies",
        List.of("handleMfaRequired MFA_REQUIRED cancel", "FactorValidationException 403 E0000068", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who must verify a factor", "factor", "question");
      AuthenticationResponse required = signIn(user);
      return List.of(gist(required), refusal(() -> answer(required, "wrong")), gist(answer(required, user.get("proof"))));
    }));
    all.add(scenario("MFA required: sms, back and sent once more", "States, row 5; challenge open", "authn-factor-not-asked-for",
        List.of("handleMfaChallenge MFA_CHALLENGE CHALLENGE cancel prev resend verify", "handleMfaRequired MFA_REQUIRED cancel", "3", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who must verify a factor", "factor", "sms");
      AuthenticationResponse required = signIn(user);
      String id = factor(required, FactorType.SMS).getId();
      String challenged = gist(client.challengeFactor(id, required.getStateToken(), handler));
      String back = gist(client.previous(required.getStateToken(), handler));
      client.challengeFactor(id, required.getStateToken(), handler);
      client.resendVerifyFactor(id, required.getStateToken(), handler);
      List<JsonNode> codes = events("factor-code", user);
      return List.of(challenged, back, codes.size(), gist(verify(required, id, lastCode(codes))));
    }));
    all.add(scenario("MFA required: push, polled for", "States, row 5; Resources, push profile; open: the client polls", "authn-push-profile-too-early",
        List.of("{}", "handleMfaChallenge MFA_CHALLENGE WAITING cancel poll prev", "handleMfaChallenge MFA_CHALLENGE WAITING cancel poll prev", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who must verify a factor", "factor", "push");
      AuthenticationResponse required = signIn(user);
      String id = factor(required, FactorType.PUSH).getId();
      Object profile = factor(required, FactorType.PUSH).getProfile();
      String challenged = gist(client.challengeFactor(id, required.getStateToken(), handler));
      AuthenticationResponse waiting = poll(required, id);
      String asked = gist(waiting);
      control("POST", "/acts", Map.of("act", "approve the push challenge of a user", "params", Map.of("userId", user.get("userId"))));
      return List.of(profile, challenged, asked, gist(poll(required, id)));
    }));
    all.add(scenario("MFA required: once for each device", "Authentication, item 5", "authn-device-forgotten",
        List.of("handleMfaRequired MFA_REQUIRED cancel", "handleSuccess SUCCESS sessionToken", "handleSuccess SUCCESS sessionToken", "handleMfaRequired MFA_REQUIRED cancel"), () -> {
      Map<String, String> user = provide("a user who must verify a factor", "challenge", "once-per-device");
      AuthenticationResponse first = onDevice(user, "26q43Ak9Eh04p7H6Nnx0m69JqYOrfVBY");
      String required = gist(first);
      String verified = gist(answer(first, user.get("proof")));
      return List.of(required, verified, gist(onDevice(user, "26q43Ak9Eh04p7H6Nnx0m69JqYOrfVBY")), gist(onDevice(user, "another")));
    }));
    return all;
  }

  private List<Scenario> enrollment() {
    List<Scenario> all = new ArrayList<>();
    all.add(scenario("MFA enroll: question", "States, row 6; enrollment open: declared", "authn-enrolled-factor-lost",
        List.of("handleMfaEnroll MFA_ENROLL cancel", "handleSuccess SUCCESS sessionToken", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who must enroll a factor");
      AuthenticationResponse enrolling = signIn(user);
      String first = gist(enrolling);
      return List.of(first, gist(enrollQuestion(enrolling)), gist(signIn(user)));
    }));
    Map<FactorType, Map<String, Object>> profiles = new LinkedHashMap<>();
    profiles.put(FactorType.SMS, Map.of("phoneNumber", PHONE));
    profiles.put(FactorType.CALL, Map.of("phoneNumber", PHONE));
    profiles.put(FactorType.TOKEN_SOFTWARE_TOTP, Map.of());
    profiles.put(FactorType.TOKEN_HARDWARE, Map.of());
    profiles.put(FactorType.TOKEN, Map.of("credentialId", "VSMT14393584"));
    profiles.forEach((type, profile) -> {
      boolean byTelephone = type == FactorType.SMS || type == FactorType.CALL;
      String pending = "handleMfaEnrollActivate MFA_ENROLL_ACTIVATE activate cancel prev" + (byTelephone ? " resend" : "");
      all.add(scenario("MFA enroll: " + type + ", activated", "States, row 6; enrollment and activation open: declared", "authn-enrolled-factor-lost",
          List.of(pending, "FactorValidationException 403 E0000068", "handleMfaEnroll MFA_ENROLL cancel", "handleSuccess SUCCESS sessionToken", "handleSuccess SUCCESS sessionToken"), () -> {
        Map<String, String> user = provide("a user who must enroll a factor");
        AuthenticationResponse enrolling = signIn(user);
        AuthenticationResponse first = enroll(enrolling, type, profile);
        String firstGist = gist(first);
        String wrong = refusal(() -> activate(first, "wrong"));
        String back = gist(client.previous(enrolling.getStateToken(), handler));
        AuthenticationResponse again = enroll(enrolling, type, profile);
        if (byTelephone) client.resendActivateFactor(factor(again, type).getId(), again.getStateToken(), handler);
        String done = gist(activate(again, lastCode(events("factor-code", user))));
        return List.of(firstGist, wrong, back, done, gist(signIn(user)));
      }));
    });
    all.add(scenario("MFA enroll: push, polled for", "States, row 6; open: the client polls", "authn-enrollment-not-asked-for",
        List.of("handleMfaEnrollActivate MFA_ENROLL_ACTIVATE WAITING cancel poll prev", "handleMfaEnrollActivate MFA_ENROLL_ACTIVATE WAITING cancel poll prev", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who must enroll a factor");
      AuthenticationResponse pending = enroll(signIn(user), FactorType.PUSH, Map.of());
      String first = gist(pending);
      String waiting = gist(activate(pending, null));
      control("POST", "/acts", Map.of("act", "approve the push challenge of a user", "params", Map.of("userId", user.get("userId"))));
      return List.of(first, waiting, gist(activate(pending, null)));
    }));
    all.add(scenario("MFA enroll: another factor, then no more", "States, row 21; Options; skip open: declared", "authn-no-second-enrollment",
        List.of("handleMfaEnroll MFA_ENROLL cancel skip", "handleSuccess SUCCESS sessionToken"), () -> {
      Map<String, String> user = provide("a user who must enroll a factor");
      AuthenticationRequest request = request(user);
      request.setOptions(client.instantiate(com.okta.authn.sdk.resource.Options.class).setMultiOptionalFactorEnroll(true));
      AuthenticationResponse enrolling = client.authenticate(request, handler);
      String more = gist(enrollQuestion(enrolling));
      return List.of(more, gist(client.skip(enrolling.getStateToken(), handler)));
    }));
    return all;
  }

  private List<Scenario> activation() {
    return List.of(
        scenario("activation of a user with a password", "States, row 9", "authn-no-session-token-after-activation",
            List.of("handleSuccess SUCCESS sessionToken"), () ->
          List.of(gist(byToken(provide("a user with an activation token", "password", true))))),
        scenario("activation, then MFA enroll", "States, row 10", "authn-activation-without-enrollment",
            List.of("handleMfaEnroll MFA_ENROLL cancel", "handleSuccess SUCCESS sessionToken"), () -> {
          AuthenticationResponse enrolling = byToken(provide("a user with an activation token", "password", true, "mfa", true));
          return List.of(gist(enrolling), gist(enrollQuestion(enrolling)));
        }),
        scenario("activation without credentials, then MFA enroll", "States, row 11", "authn-reset-remembered-as-reset",
            List.of("handleMfaEnroll MFA_ENROLL cancel", "handleSuccess SUCCESS sessionToken"), () -> {
          AuthenticationResponse reset = byToken(provide("a user with an activation token", "mfa", true));
          AuthenticationResponse enrolling = client.resetPassword(NEW_PASSWORD.toCharArray(), reset.getStateToken(), handler);
          return List.of(gist(enrolling), gist(enrollQuestion(enrolling)));
        }),
        scenario("activation of a user without credentials", "States, row 11; Errors, E0000014", "authn-reset-called-change",
            List.of("handlePasswordReset PASSWORD_RESET ACCOUNT_ACTIVATION cancel resetPassword", "CredentialsException 403 E0000014", "handleSuccess SUCCESS sessionToken"), () -> {
          Map<String, String> user = provide("a user with an activation token");
          AuthenticationResponse reset = byToken(user);
          return List.of(gist(reset),
              refusal(() -> client.resetPassword(user.get("weakPassword").toCharArray(), reset.getStateToken(), handler)),
              gist(client.resetPassword(NEW_PASSWORD.toCharArray(), reset.getStateToken(), handler)));
        }),
        scenario("activation token that has expired", "States, row 12", "authn-activation-never-expires",
            List.of("AuthenticationFailureException 401 E0000004"), () -> {
          Map<String, String> user = provide("a user with an activation token", "expired", true);
          return List.of(refusal(() -> byToken(user)));
        }));
  }

  private List<Scenario> stepUp() {
    String state = "a user on the way to an app that asks for step-up";
    return List.of(
        scenario("step-up without a session", "States, rows 13 and 14", "authn-no-way-to-app",
            List.of("handleUnauthenticated UNAUTHENTICATED SESSION_STEP_UP authenticate", "handleSuccess SUCCESS SESSION_STEP_UP original"), () -> {
          Map<String, String> user = provide(state);
          String begun = gist(resume(user));
          AuthenticationRequest request = request(user);
          request.put("stateToken", user.get("stateToken"));
          return List.of(begun, gist(client.authenticate(request, handler)));
        }),
        scenario("step-up with a session, verification", "States, rows 16 and 17", "authn-remember-device-missing",
            List.of("handleMfaRequired MFA_REQUIRED SESSION_STEP_UP cancel", "true", "handleSuccess SUCCESS SESSION_STEP_UP original"), () -> {
          Map<String, String> user = provide(state, "session", true, "requires", "verification");
          AuthenticationResponse required = resume(user);
          JsonNode policy = JSON.valueToTree(required.getEmbedded()).path("policy");
          return List.of(gist(required), policy.path("allowRememberDevice"), gist(answer(required, user.get("proof"))));
        }),
        scenario("step-up with a session, enrollment", "States, rows 15 and 17", "authn-step-up-without-enrollment",
            List.of("handleMfaEnroll MFA_ENROLL SESSION_STEP_UP cancel", "handleSuccess SUCCESS SESSION_STEP_UP original"), () -> {
          AuthenticationResponse enrolling = resume(provide(state, "session", true, "requires", "enrollment"));
          return List.of(gist(enrolling), gist(enrollQuestion(enrolling)));
        }),
        scenario("step-up that the identity platform starts", "Endpoints; the parameter that names the app is open: bound", "authn-saml-refused",
            List.of("handleSuccess SUCCESS SESSION_STEP_UP original"), () -> {
          Map<String, String> user = provide("a user who may use an app");
          return List.of(gist(client.authenticate(request(user).setAudience(user.get("appId")), handler)));
        }),
        scenario("step-up to an app that does not support it", "Errors, E0000001", "authn-app-not-named",
            List.of("ResourceException 400 E0000001", "true"), () -> {
          Map<String, String> user = provide("a user who may use an app", "protocol", "other");
          try {
            return List.of(gist(client.authenticate(request(user).setAudience(user.get("appId")), handler)));
          } catch (ResourceException error) {
            return List.of(describe(error), error.getCauses().get(0).getSummary().contains(user.get("appId")));
          }
        }));
  }

  // what the client is asked to do

  private AuthenticationRequest request(Map<String, String> user) {
    return client.instantiate(AuthenticationRequest.class).setUsername(user.get("login")).setPassword(user.get("password").toCharArray());
  }

  private AuthenticationResponse signIn(Map<String, String> user) throws Exception {
    return client.authenticate(request(user), handler);
  }

  private AuthenticationResponse warned(Map<String, String> user) throws Exception {
    AuthenticationRequest request = request(user);
    request.setOptions(client.instantiate(com.okta.authn.sdk.resource.Options.class).setWarnBeforePasswordExpired(true));
    return client.authenticate(request, handler);
  }

  private AuthenticationResponse onDevice(Map<String, String> user, String deviceToken) throws Exception {
    return client.authenticate(request(user).setContext(Map.of("deviceToken", deviceToken)), trusted(), handler);
  }

  private AuthenticationResponse byToken(Map<String, String> user) throws Exception {
    AuthenticationRequest request = client.instantiate(AuthenticationRequest.class);
    request.put("token", user.get("token"));
    return client.authenticate(request, trusted(), handler);
  }

  private AuthenticationResponse resume(Map<String, String> user) throws Exception {
    AuthenticationRequest request = client.instantiate(AuthenticationRequest.class);
    request.put("stateToken", user.get("stateToken"));
    return client.authenticate(request, handler);
  }

  private RequestContext trusted() {
    return new RequestContext().addHeader("Authorization", "SSWS " + apiToken);
  }

  private AuthenticationResponse change(AuthenticationResponse from, String before, String after) throws Exception {
    return client.changePassword(before.toCharArray(), after.toCharArray(), from.getStateToken(), handler);
  }

  private AuthenticationResponse answer(AuthenticationResponse required, String answer) throws Exception {
    VerifyFactorRequest request = client.instantiate(VerifyFactorRequest.class).setStateToken(required.getStateToken());
    request.put("answer", answer);
    return client.verifyFactor(factor(required, FactorType.QUESTION).getId(), request, handler);
  }

  private AuthenticationResponse verify(AuthenticationResponse required, String id, String passCode) throws Exception {
    VerifyPassCodeFactorRequest request = client.instantiate(VerifyPassCodeFactorRequest.class);
    request.setStateToken(required.getStateToken());
    return client.verifyFactor(id, request.setPassCode(passCode), handler);
  }

  private AuthenticationResponse poll(AuthenticationResponse required, String id) throws Exception {
    return client.verifyFactor(id, required.getStateToken(), handler);
  }

  private AuthenticationResponse enrollQuestion(AuthenticationResponse enrolling) throws Exception {
    return enroll(enrolling, FactorType.QUESTION, Map.of("question", "first_concert", "answer", "mayonnaise"));
  }

  /** By the provider that the service's offer names: the client's own enumeration has other names. */
  private AuthenticationResponse enroll(AuthenticationResponse enrolling, FactorType type, Map<String, Object> profile) throws Exception {
    FactorEnrollRequest request = client.instantiate(FactorEnrollRequest.class).setStateToken(enrolling.getStateToken()).setFactorType(type);
    request.put("provider", factor(enrolling, type).getVendorName());
    request.put("profile", profile);
    return client.enrollFactor(request, handler);
  }

  private AuthenticationResponse activate(AuthenticationResponse pending, String passCode) throws Exception {
    ActivatePassCodeFactorRequest request = client.instantiate(ActivatePassCodeFactorRequest.class);
    request.setStateToken(pending.getStateToken());
    if (passCode != null) request.setPassCode(passCode);
    return client.activateFactor(pending.getFactors().get(0).getId(), request, handler);
  }

  private static Factor factor(AuthenticationResponse response, FactorType type) {
    return response.getFactors().stream().filter(one -> one.getType() == type).findFirst().orElseThrow();
  }

  // what is seen

  /** A response in a line: the handler that the client has called, its status, what else it says, and its links. */
  private String gist(AuthenticationResponse response) {
    TreeSet<String> links = new TreeSet<>();
    if (response.getLinks() != null)
      response.getLinks().forEach((name, link) -> links.add(name.equals("next") ? link.getName() : name));
    List<String> parts = new ArrayList<>();
    parts.add(handled);
    parts.add(response.getStatusString());
    for (String part : new String[] {response.getType(), response.getRecoveryType(), response.getFactorResult()}) if (part != null) parts.add(part);
    if (response.getSessionToken() != null) parts.add("sessionToken");
    parts.addAll(links);
    handled = "";
    return String.join(" ", parts);
  }

  private String refusal(Call call) throws Exception {
    try {
      return gist(call.run());
    } catch (AuthenticationException error) {
      return describe(error);
    } catch (ResourceException error) {
      return describe(error);
    }
  }

  private static <E extends Throwable & com.okta.sdk.error.Error> String describe(E error) {
    return error.getClass().getSimpleName() + " " + error.getStatus() + " " + error.getCode();
  }

  // the deployment behind the service

  private Map<String, String> provide(String state, Object... params) throws Exception {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int index = 0; index < params.length; index += 2) named.put((String) params[index], params[index + 1]);
    Map<String, String> data = new LinkedHashMap<>();
    control("POST", "/states", Map.of("state", state, "params", named)).fields().forEachRemaining(field -> data.put(field.getKey(), field.getValue().asText()));
    return data;
  }

  private List<JsonNode> events(String kind, Map<String, String> user) throws Exception {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode event : control("GET", "/events", null).path("events"))
      if (event.path("kind").asText().equals(kind) && event.path("about").asText().equals(user.get("login"))) found.add(event);
    return found;
  }

  private static String lastCode(List<JsonNode> codes) {
    return codes.get(codes.size() - 1).path("passCode").asText();
  }

  private JsonNode control(String method, String path, Object body) throws Exception {
    HttpRequest.BodyPublisher publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
    HttpRequest request = HttpRequest.newBuilder(URI.create(control + path)).header("content-type", "application/json").method(method, publisher).build();
    HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new IllegalStateException(method + " " + path + ": " + response.statusCode() + " " + response.body());
    return JSON.readTree(response.body());
  }

  private static Scenario scenario(String name, String basis, String fault, List<String> expected, Play play) {
    return new Scenario(name, basis, fault, expected, play);
  }
}
